import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { type ReactNode, useSyncExternalStore } from 'react';
import { darkTheme, lightTheme } from './theme.ts';

/** Style sheets made at run time carry the nonce that main puts into the page on every load. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
const styleRenderer = createDOMRenderer(document, { styleElementAttributes: { nonce } });
const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

/** Light or dark by the system's wish; high contrast is the system's own colours, forced over either. */
export function Look({ children }: { children: ReactNode }) {
  const dark = useSyncExternalStore(listen, () => darkQuery.matches);
  return (
    <RendererProvider renderer={styleRenderer} targetDocument={document}>
      <FluentProvider theme={dark ? darkTheme : lightTheme}>{children}</FluentProvider>
    </RendererProvider>
  );
}

function listen(listener: () => void): () => void {
  darkQuery.addEventListener('change', listener);
  return () => darkQuery.removeEventListener('change', listener);
}
