import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowLeft20Regular, FolderOpen20Regular } from '@fluentui/react-icons';
import type { Matter } from '../../shared/model.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { MatterStatus } from '../matters/MatterStatus.tsx';
import { hashOf } from '../place/place.ts';
import { ConfirmButton } from '../widgets/ConfirmButton.tsx';
import { Fact } from '../widgets/Fact.tsx';
import { Name } from '../widgets/Name.tsx';
import { longDate } from '../words/time.ts';
import { LinkFolderMenu } from './LinkFolderMenu.tsx';

const useStyles = makeStyles({
  head: { padding: '12px 16px 4px', display: 'flex', flexDirection: 'column', gap: '6px' },
  back: { display: 'flex', flexShrink: 0, padding: '4px', color: tokens.colorNeutralForeground2 },
  titleRow: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  title: { margin: 0, minWidth: 0, flexGrow: 1, display: 'flex', alignItems: 'baseline', gap: '10px' },
  number: {
    flexShrink: 0,
    maxWidth: '30%',
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
  },
  actions: { display: 'flex', gap: '8px', flexShrink: 0 },
  facts: { margin: 0, display: 'flex', flexWrap: 'wrap', columnGap: '24px', rowGap: '2px', minWidth: 0 },
});

export function MatterHeader({ matter }: { matter: Matter }) {
  const styles = useStyles();
  return (
    <div className={styles.head}>
      <div className={styles.titleRow}>
        <Link
          href={hashOf({ screen: 'matters' })}
          className={styles.back}
          aria-label="All matters"
          title="All matters"
        >
          <ArrowLeft20Regular aria-hidden />
        </Link>
        <Text as="h1" size={500} weight="semibold" className={styles.title}>
          {matter.number === '' ? null : <Name text={matter.number} className={styles.number} />}
          <Name text={matter.title} />
        </Text>
        <div className={styles.actions}>
          {matter.linkedFolder === null ? (
            <LinkFolderMenu matterId={matter.id} />
          ) : (
            <LinkedFolderButtons matter={matter} />
          )}
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact term={matter.isLead ? 'Lead' : 'Status'}>
          <MatterStatus status={matter.status} />
        </Fact>
        {matter.personResponsible === null ? null : (
          <Fact term="Responsible">
            <Name text={matter.personResponsible} />
          </Fact>
        )}
        {matter.openedDate === null ? null : <Fact term="Opened">{longDate(matter.openedDate)}</Fact>}
        {matter.linkedFolder === null ? null : (
          <Fact term="Folder">
            <Name text={matter.linkedFolder} />
          </Fact>
        )}
      </dl>
    </div>
  );
}

function LinkedFolderButtons({ matter }: { matter: Matter }) {
  const { client } = useConversation();
  const act = useAct();
  const matterId = matter.id;
  return (
    <>
      <Button icon={<FolderOpen20Regular />} onClick={() => act(() => client.folders.show({ matterId }))}>
        Show folder
      </Button>
      <ConfirmButton
        label="Unlink…"
        appearance="subtle"
        title="Unlink this folder?"
        confirm="Unlink folder"
        onConfirm={() => act(() => client.folders.unlink({ matterId }))}
      >
        New saves in the folder are no longer filed. Nothing is removed from this computer or from the
        service, and saves that still wait are sent.
      </ConfirmButton>
    </>
  );
}
