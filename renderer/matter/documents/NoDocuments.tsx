import { Document48Regular, Search48Regular } from '@fluentui/react-icons';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { count } from '../../words/count.ts';
import { displayName } from '../../words/displayName.ts';

interface NoDocumentsProps {
  searched: string;
  linked: boolean;
  /** How many documents the matter has in all. */
  elsewhere: number;
}

export function NoDocuments({ searched, linked, elsewhere }: NoDocumentsProps) {
  if (searched.trim() !== '') {
    return (
      <EmptyState icon={<Search48Regular />} title={`Nothing found for “${displayName(searched.trim())}”`}>
        Search covers the names of all documents in this matter.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Document48Regular />} title="No documents in this folder">
      {linked
        ? 'Drop files here, or save into the matter folder from any program.'
        : 'Drop files here to add them.'}
      {elsewhere > 0 ? ` The matter’s other folders hold ${count(elsewhere, 'document')}.` : null}
    </EmptyState>
  );
}
