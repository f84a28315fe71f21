import { makeStyles, mergeClasses, SearchBox, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConnectionForm } from '../connect/ConnectionForm.tsx';
import { useConversation } from '../conversation/useConversation.ts';
import { Diagnosis } from '../diagnosis/Diagnosis.tsx';
import { PersonSection } from '../person/PersonSection.tsx';
import { turnTo } from '../place/usePlace.ts';
import { ProfilesSection } from '../profiles/ProfilesSection.tsx';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { displayName } from '../words/displayName.ts';
import { About } from './About.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';
import { CustodyLog } from './CustodyLog.tsx';
import { DatesAndNumbers } from './DatesAndNumbers.tsx';
import { ExposureReport } from './ExposureReport.tsx';
import { FetchedDocuments } from './FetchedDocuments.tsx';
import { IdleLock } from './IdleLock.tsx';
import { KeptVersions } from './KeptVersions.tsx';
import { LookAndNotices } from './LookAndNotices.tsx';
import { ManyChanges } from './ManyChanges.tsx';
import { RequestsSection } from './RequestsSection.tsx';
import { RootFolder } from './RootFolder.tsx';
import { Section } from './Section.tsx';
import { SendLimit } from './SendLimit.tsx';
import { SignInSection } from './SignInSection.tsx';
import { StartAndPause } from './StartAndPause.tsx';
import { isFound, type SettingsSectionId, settingsCategories } from './settingsIndex.ts';

const useStyles = makeStyles({
  screen: {
    display: 'grid',
    gridTemplateColumns: 'minmax(150px, 220px) minmax(0, 1fr)',
    height: '100%',
    '@media (max-width: 760px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  nav: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    padding: '12px 8px 12px 16px',
    overflowY: 'auto',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 760px)': { display: 'none' },
  },
  link: {
    padding: '6px 10px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  here: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  all: {
    overflowY: 'auto',
    minHeight: 0,
    padding: '12px 24px 24px',
    boxSizing: 'border-box',
    '@media (max-width: 760px)': { padding: '8px 16px 16px' },
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 20px', maxWidth: '720px' },
  title: { margin: 0 },
  search: { flexGrow: 1, minWidth: '160px', maxWidth: '320px' },
  category: { margin: '20px 0 0', color: tokens.colorNeutralForeground3 },
});

interface SettingsScreenProps {
  signedIn: boolean;
  /** Which of them is to be seen; null for the first. */
  section: SettingsSectionId | null;
}

/** Everything that can be chosen, in categories, with a search over all of them. */
export function SettingsScreen({ signedIn, section }: SettingsScreenProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const { data: connection } = useQuery(queries.app.connection.queryOptions());
  const { data: info } = useQuery(queries.app.info.queryOptions());
  const [changing, setChanging] = useState(false);
  const [text, setText] = useState('');
  const [seen, setSeen] = useState<string | null>(null);
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (section === null) return;
    const heading = all.current?.querySelector<HTMLElement>(`[data-section=${section}]`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [section]);
  if (changing && connection) {
    return <ConnectionForm refusal={null} view={connection} onDone={() => setChanging(false)} />;
  }
  const contents: Record<SettingsSectionId, ReactNode> = {
    you: <PersonSection />,
    'sign-in': <SignInSection signedIn={signedIn} />,
    privacy: <IdleLock />,
    profiles: <ProfilesSection />,
    window: <LookAndNotices />,
    dates: <DatesAndNumbers />,
    folders: (
      <RootFolder
        path={info?.rootFolder ?? null}
        known={info !== undefined}
        managed={info?.managed.includes('rootFolder') === true}
      />
    ),
    pausing: <StartAndPause />,
    requests: <RequestsSection />,
    network: <SendLimit />,
    custody: <CustodyLog />,
    exposure: <ExposureReport />,
    connection: connection ? (
      <ConnectionSection connection={connection} onChange={() => setChanging(true)} />
    ) : null,
    versions: <KeptVersions />,
    fetched: <FetchedDocuments />,
    changes: <ManyChanges />,
    diagnosis: <Diagnosis />,
    about: <About version={info?.version ?? ''} />,
  };
  const shown = settingsCategories
    .map((category) => ({
      ...category,
      sections: category.sections.filter((one) => isFound(one, category.title, text)),
    }))
    .filter(({ sections }) => sections.length > 0);
  const categoryOf = (id: SettingsSectionId) =>
    settingsCategories.find(({ sections }) => sections.some((one) => one.id === id))?.id;
  const here = seen ?? (section === null ? settingsCategories[0].id : categoryOf(section));
  const onScroll = () => {
    if (all.current) setSeen(categoryAtTop(all.current));
  };
  return (
    <div className={styles.screen}>
      <nav aria-label="Categories of settings" className={styles.nav}>
        {settingsCategories.map(({ id, title, sections }) => (
          <a
            key={id}
            href={`#/settings/${sections[0].id}`}
            aria-current={id === here ? 'location' : undefined}
            className={mergeClasses(styles.link, id === here && styles.here)}
            onClick={(event) => {
              event.preventDefault();
              setText('');
              turnTo({ screen: 'settings', section: sections[0].id });
            }}
          >
            {title}
          </a>
        ))}
      </nav>
      <div ref={all} className={styles.all} onScroll={onScroll}>
        <div className={styles.head}>
          <Text as="h1" size={500} weight="semibold" className={styles.title}>
            Settings
          </Text>
          <span data-find className={styles.search}>
            <SearchBox
              size="small"
              aria-label="Find a setting"
              placeholder="Find a setting"
              value={text}
              onChange={(_event, { value }) => setText(value)}
            />
          </span>
        </div>
        {shown.length === 0 ? (
          <EmptyState icon={null} title={`No setting found for “${displayName(text.trim())}”`} />
        ) : null}
        {shown.map(({ id, title, sections }) => (
          <div key={id} data-category={id}>
            <Text as="h2" size={300} weight="semibold" block className={styles.category}>
              {title}
            </Text>
            {sections.map((one) => (
              <Section key={one.id} id={one.id} title={one.title}>
                {contents[one.id]}
              </Section>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The category that is read now: the last of those that begin in the upper third, and at the end of all the last. */
function categoryAtTop(box: HTMLElement): string | null {
  const parts = [...box.querySelectorAll<HTMLElement>('[data-category]')];
  const line = box.getBoundingClientRect().top + box.clientHeight / 3;
  const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
  const at = isAtEnd ? parts.at(-1) : parts.findLast((part) => part.getBoundingClientRect().top <= line);
  return (at ?? parts[0])?.dataset['category'] ?? null;
}
