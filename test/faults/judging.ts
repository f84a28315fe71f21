import { workspaceName } from '../../main/engine/compose.ts';
import { problemList } from '../../main/engine/view/problem-list.ts';
import type { Evidence, Invariant } from './oracle/evidence.ts';
import { baseUrl } from './sim-network.ts';
import { computer, matters, type World } from './world.ts';

/** What breaks beside the invariants. */
export const notStartedAgain = '5: the engine did not start again';
export const unhandledFailure = 'a failure that nobody handles';

/** The promises that do not hold in a world now, in words. */
export function brokenPromises(world: World, when: Invariant['when']): string[] {
  if (when === 'at the end' && !world.workspace) return [notStartedAgain];
  return world.withRows((rows) => world.oracle.broken({ ...evidenceOf(world), rows }, when));
}

/** What is known of a world without asking the engine what it thinks of it. */
function evidenceOf(world: World): Omit<Evidence, 'rows'> {
  const { now, journal, disturbances, disk, service, network } = world;
  const { damaged, forgot, recovers, idleRequestsAnHour, began, starts } = world;
  return {
    ...{ now, matters, journal, disturbances, disk, service, network, office: service.office },
    authority: world.authority,
    ...{ damaged, forgot, recovers, idleRequestsAnHour, began, starts },
    computer: { ...computer, person: 'us', service: baseUrl },
    ownDirectory: `/engine/${workspaceName(baseUrl)}`,
    shown: shownBy(world),
  };
}

/** What a person sees in the window. */
function shownBy({ workspace }: World): Evidence['shown'] {
  if (!workspace) return null;
  const healthIssues = workspace.healthIssues.all();
  const problems = problemList(workspace.stores, healthIssues, workspace.refresher.failure);
  return {
    problems: problems.map(({ id, what, why, next, conflict }) => ({
      ...{ id, what, why, next },
      theirs: conflict?.theirs.version ?? null,
    })),
    healthIssues: healthIssues.map(({ matterId, path, issue }) => ({
      ...{ matterId, path },
      kind: typeof issue === 'string' ? issue : issue.kind,
    })),
  };
}
