import { Fragment, type ReactNode } from 'react';
import { usePreferences } from '../preferences/usePreferences.ts';
import { writeLike } from '../words/formats.ts';

/** Writes all dates and numbers inside as the person chose; they are written anew when that changes. */
export function Formats({ children }: { children: ReactNode }) {
  const formats = usePreferences()?.formats ?? null;
  writeLike(formats);
  return <Fragment key={formats ?? 'system'}>{children}</Fragment>;
}
