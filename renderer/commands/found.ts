/** Something the command box offers. */
export interface Found {
  readonly id: string;
  /** Names from outside are hostile; they are shown as `displayName`. */
  readonly title: string;
  readonly more?: string;
  readonly keys?: string | undefined;
  /** It is closed or deleted. */
  readonly isOver?: boolean;
  run: () => void;
}

export interface FoundGroup {
  readonly title: string;
  readonly items: readonly Found[];
}
