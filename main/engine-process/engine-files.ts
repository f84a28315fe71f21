/** What is to be run: the built engine file, and the folder for its database and vault. */
export interface EngineFiles {
  readonly file: string;
  readonly directory: string;
}

/** Takes each line the engine writes to its standard error; it may quote anything. */
export type OnComplaint = (line: string) => void;

/**
 * File calls of the engine that may be with the system at once: a drive that does not answer holds each of its calls for good,
 * and the others have to go on (docs/decisions).
 */
const fileLanes = 16;

/** The environment of the engine: Node reads the number of its file lanes once, when its process starts. */
export const engineEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  UV_THREADPOOL_SIZE: String(fileLanes),
});

/** The command line of the engine. */
export const engineArguments = (files: EngineFiles): string[] => ['--directory', files.directory];
