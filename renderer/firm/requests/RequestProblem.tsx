import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Regular, Circle16Regular } from '@fluentui/react-icons';
import type { Candidate, RequestDecision, RequestView } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { ChangedFields } from '../../forms/ChangedFields.tsx';
import { fieldWords } from '../../forms/fieldWords.ts';
import { useAct } from '../../frame/notices.tsx';
import { Name } from '../../widgets/Name.tsx';
import { displayName } from '../../words/displayName.ts';

const useStyles = makeStyles({
  box: { display: 'flex', flexDirection: 'column', gap: '4px' },
  line: { margin: 0 },
  list: { margin: '4px 0', paddingLeft: '20px' },
  cards: {
    margin: '4px 0',
    padding: 0,
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
  },
  candidate: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '4px',
    padding: '8px 12px',
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  name: { fontWeight: tokens.fontWeightSemibold, maxWidth: '100%' },
  fact: { display: 'flex', alignItems: 'center', gap: '6px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** Why a request needs the person, in the service's words where it has some, and what can be decided. */
export function RequestProblem({ request }: { request: Extract<RequestView, { state: 'problem' }> }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const { id, problem, subject } = request;
  const { what, why, next, kind, fields, candidates, changed, lookedFor, canBeLookedFor, version, actions } =
    problem;
  const about = displayName(subject.name);
  const isUnknown = kind === 'unknown-outcome' || kind === 'unknown-id';
  const decide = (decision: RequestDecision) => act(() => client.engine.requests.decide({ id, decision }));
  return (
    <div className={styles.box}>
      <Text as="p" weight="semibold" className={styles.line}>
        {displayName(what)}
      </Text>
      <p className={styles.line}>{displayName(why)}</p>
      {fields.length > 0 ? (
        <ul className={styles.list} aria-label="What the service says">
          {fields.map(({ field, words }) => (
            <li key={`${field} ${words}`}>
              {field === '' ? '' : `${displayName(fieldWords(field))}: `}
              {displayName(words)}
            </li>
          ))}
        </ul>
      ) : null}
      <p className={styles.line}>{displayName(next)}</p>
      {isUnknown && candidates.length === 0 ? (
        <p className={styles.line}>
          {lookedFor
            ? 'Nothing like it is found in the service.'
            : canBeLookedFor
              ? 'Whether there is anything like it in the service is not known.'
              : 'The specification shows no way to look for it.'}
        </p>
      ) : null}
      {candidates.length > 0 ? (
        <ul className={styles.cards} aria-label="What it may have made">
          {candidates.map((candidate) => (
            <CandidateCard
              key={candidate.id}
              candidate={candidate}
              onChoose={() => decide({ decision: 'it-is', candidateId: candidate.id })}
            />
          ))}
        </ul>
      ) : null}
      {changed.length > 0 ? (
        <ChangedFields
          label="What changed since you looked"
          titles={['When you looked', 'Now', 'Yours']}
          changed={changed.map((one) => ({
            field: one.field,
            values: [words(one.seen, 'Not known'), words(one.now, 'None'), words(one.yours, 'Not changed')],
          }))}
        />
      ) : null}
      {actions.includes('decide') ? (
        <div className={styles.actions}>
          {kind === 'unknown-outcome' ? (
            <Button
              size="small"
              aria-label={`Send it again, ${about}`}
              onClick={() => decide({ decision: 'send-again', shown: candidates.map((one) => one.id) })}
            >
              {candidates.length > 0 ? 'It is none of these: send it again' : 'Send it again'}
            </Button>
          ) : null}
          {kind === 'changed-since' ? (
            <Button
              size="small"
              aria-label={`Send mine all the same, ${about}`}
              onClick={() => decide({ decision: 'send-anyway', version })}
            >
              Send mine all the same
            </Button>
          ) : null}
          {kind === 'not-shown' || (isUnknown && canBeLookedFor) ? (
            <Button
              size="small"
              aria-label={`Look again, ${about}`}
              onClick={() => decide({ decision: 'look-again' })}
            >
              Look again
            </Button>
          ) : null}
          {isUnknown || kind === 'not-shown' ? (
            <Button
              size="small"
              aria-label={`Do nothing more, ${about}`}
              onClick={() => decide({ decision: 'leave' })}
            >
              Do nothing more
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** A value of a record; `unknown` where nobody can tell. */
const words = (value: string | null | undefined, unknown: string): string =>
  value === null ? 'None' : (value ?? unknown);

function CandidateCard({ candidate, onChoose }: { candidate: Candidate; onChoose: () => void }) {
  const styles = useStyles();
  return (
    <li className={styles.candidate}>
      <Name text={candidate.name} className={styles.name} />
      {candidate.facts.map(({ label, value, same }) => (
        <span key={label} className={styles.fact}>
          {same ? (
            <CheckmarkCircle16Regular aria-label="The same" />
          ) : (
            <Circle16Regular aria-label="Different" />
          )}
          {displayName(label)}: {displayName(value)}
        </span>
      ))}
      <Button size="small" aria-label={`This is it: ${displayName(candidate.name)}`} onClick={onChoose}>
        This is it
      </Button>
    </li>
  );
}
