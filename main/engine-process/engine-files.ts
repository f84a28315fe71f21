/** What is to be run: the built engine file, and the folder for its database and vault. */
export interface EngineFiles {
  readonly file: string;
  readonly directory: string;
}

/** Takes each line the engine writes to its standard error; it may quote anything. */
export type OnComplaint = (line: string) => void;

/** The command line of the engine. */
export const engineArguments = (files: EngineFiles): string[] => ['--directory', files.directory];
