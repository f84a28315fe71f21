import { CheckmarkCircle48Regular } from '@fluentui/react-icons';
import { EmptyState } from '../widgets/EmptyState.tsx';

export function NothingGoesOn() {
  return (
    <EmptyState icon={<CheckmarkCircle48Regular />} title="Nothing is going on">
      Save a document in a matter’s folder, and its way to the service is shown here.
    </EmptyState>
  );
}
