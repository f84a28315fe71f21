/** Files matching `from` may not import a target that `refuses` accepts; targets are as in imports.ts. */
export type LayerRule = {
  readonly name: string;
  readonly because: string;
  readonly from: RegExp;
  readonly refuses: (target: string) => boolean;
};
