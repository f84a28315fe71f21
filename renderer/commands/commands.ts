/** Something the person can have done from the command box. */
export interface Command {
  readonly id: string;
  /** What it does, as a person would ask for it. */
  readonly title: string;
  /** Other words for the same thing, never shown. */
  readonly also?: string;
  readonly keys?: string;
  run: () => void;
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Commands in which every word typed begins a word; those whose title begins with the text come first. */
export function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const typed = fold(text).split(/\s+/u).filter(Boolean);
  const beginsAWord = (command: Command) => {
    const words = fold(`${command.title} ${command.also ?? ''}`).split(/[\s:,]+/u);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  };
  const first = (command: Command) => fold(command.title).startsWith(fold(text).trim());
  return commands.filter(beginsAWord).toSorted((one, other) => Number(first(other)) - Number(first(one)));
}
