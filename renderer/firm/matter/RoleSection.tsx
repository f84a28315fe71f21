import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { MatterId, MatterRecord, RelationshipView } from '../../../shared/model/index.ts';
import { openForm } from '../../forms/opened.ts';
import { namesWithoutId, relationshipForm, unreadOf } from '../../forms/relationship.ts';
import { displayName } from '../../words/displayName.ts';
import { FactTable } from './FactTable.tsx';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '8px 12px',
    marginTop: '8px',
    overflowWrap: 'anywhere',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  words: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: '8em', flexGrow: 1, flexBasis: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
});

interface RoleSectionProps {
  matterId: MatterId;
  role: MatterRecord['roles'][number];
}

/** A role in the matter: who has it, for whom whose solicitors act, and its relationships. */
export function RoleSection({ matterId, role }: RoleSectionProps) {
  const { name, contact, isFirm, solicitors, relationships, others } = role;
  return (
    <FactTable
      title={name}
      rows={[
        { label: 'Contact', value: isFirm ? 'The firm itself' : (contact?.name ?? 'None') },
        ...(solicitors.length > 0
          ? [{ label: 'Solicitors', value: solicitors.map((one) => one.name).join(', ') }]
          : []),
        ...others.map(({ key, values }) => ({ label: key, value: values.join(', ') })),
      ]}
    >
      {relationships.map((relationship) => (
        <Relationship
          key={relationship.relationshipId}
          relationship={relationship}
          onEdit={() =>
            openForm({
              form: relationshipForm(matterId, role, relationship),
              unread: unreadOf(relationship),
              named: namesWithoutId(relationship),
            })
          }
        />
      ))}
    </FactTable>
  );
}

function Relationship({ relationship, onEdit }: { relationship: RelationshipView; onEdit: () => void }) {
  const styles = useStyles();
  const { displayName: shownName, name, contact, representatives, isMatterItemRequired } = relationship;
  const title = [shownName, name].find((one) => one.shown && one.value !== '');
  const words = title?.shown ? displayName(title.value) : 'Name not shown';
  return (
    <article className={styles.card} aria-label={`Relationship: ${words}`}>
      <div className={styles.words}>
        <span className={styles.name}>{words}</span>
        <span>
          {contact.shown ? displayName(contact.value.name) : 'The service does not show the contact'}
        </span>
        {representatives.shown && representatives.value.length > 0 ? (
          <span>Represented by {representatives.value.map((one) => displayName(one.name)).join(', ')}</span>
        ) : null}
        {isMatterItemRequired.shown && isMatterItemRequired.value ? (
          <span>Required on the matter</span>
        ) : null}
      </div>
      <Button size="small" aria-label={`Edit the relationship ${words}`} onClick={onEdit}>
        Edit…
      </Button>
    </article>
  );
}
