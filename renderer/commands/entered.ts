interface Shown {
  /** As it stands in the box. */
  readonly text: string;
  /** What the list was asked for; it comes a moment later. */
  readonly asked: string;
  /** False while the list still has what an earlier text found. */
  readonly isAnswered: boolean;
}

/** Whether what is listed is what the text finds: nothing else is run. */
export const isListFor = ({ text, asked, isAnswered }: Shown): boolean => asked === text && isAnswered;

/** Whether Enter, pressed at some text, runs the first hit now: not before the list belongs to that text, nor after it changed. */
export const runsNow = (enteredAt: string | null, shown: Shown): boolean =>
  enteredAt === shown.text && isListFor(shown);
