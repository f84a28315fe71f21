import { CheckmarkCircle48Regular } from '@fluentui/react-icons';
import { EmptyState } from '../widgets/EmptyState.tsx';

export function NothingGoesOn() {
  return (
    <EmptyState icon={<CheckmarkCircle48Regular />} title="No recent activity">
      Save a document in a matter folder to see its progress here.
    </EmptyState>
  );
}
