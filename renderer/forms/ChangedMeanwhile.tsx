import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { ChangedFields } from './ChangedFields.tsx';
import { useStaff } from './StaffField.tsx';
import type { MatterFormNow } from './useMatterForm.ts';
import { valueWords } from './valueWords.ts';

/** What somebody changed in a matter since the person began to change it: to be looked at before theirs is sent. */
export function ChangedMeanwhile({ of }: { of: Pick<MatterFormNow, 'meanwhile' | 'look'> }) {
  const staff = useStaff() ?? [];
  const { meanwhile, look } = of;
  if (meanwhile === null) return null;
  const words = (value: unknown) => valueWords(value, (id) => staff.find((one) => one.id === id)?.name);
  return (
    <div role="alert">
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          This matter was changed since you began.{' '}
          {meanwhile.length === 0 ? 'What was changed is not among the fields that the service shows.' : null}
          {meanwhile.length > 0 ? (
            <ChangedFields
              label="What changed since you began"
              titles={['When you began', 'Now', 'Yours']}
              changed={meanwhile.map(({ field, ...values }) => ({
                field,
                values: [
                  'seen' in values ? words(values.seen) : 'Not known',
                  words(values.now),
                  'yours' in values ? words(values.yours) : 'Not changed',
                ],
              }))}
            />
          ) : null}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={look}>I have seen this</Button>
        </MessageBarActions>
      </MessageBar>
    </div>
  );
}
