import { runBeside, runOnConsole } from './child-process.ts';
import { projectFolder } from './project-folder.ts';

/** What is run with this Node, and what it is called. */
export interface Stage {
  readonly name: string;
  readonly args: string[];
}

export interface Stages {
  /** One after the other, on this console. */
  readonly inTurn: readonly Stage[];
  /** All the while, with the processor time that the others leave; what it prints comes last. */
  readonly beside: Stage;
}

/** Runs everything, or until one in turn fails. Answers the exit code: 0 when nothing failed. */
export async function runStages({ inTurn, beside }: Stages): Promise<number> {
  const simulation = runBeside(process.execPath, beside.args, { cwd: projectFolder });
  let failure = 0;
  for (const { name, args } of inTurn) {
    const started = performance.now();
    failure = await runOnConsole(process.execPath, args, { cwd: projectFolder });
    tell(name, failure, started);
    if (failure !== 0) break;
  }
  if (failure !== 0) simulation.stop();
  const started = performance.now();
  const { code, output } = await simulation.ended;
  console.log(output.trimEnd());
  if (failure !== 0) return failure;
  tell(`${beside.name}, beside the others and then alone`, code, started);
  return code;
}

function tell(name: string, code: number, started: number): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n`);
}
