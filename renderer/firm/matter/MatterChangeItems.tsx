import { MenuDivider, MenuItem } from '@fluentui/react-components';
import {
  ArrowCircleRight20Regular,
  CheckboxChecked20Regular,
  Edit20Regular,
  PersonEdit20Regular,
} from '@fluentui/react-icons';
import type { MatterRow } from '../../../shared/model/index.ts';
import { matterChange } from '../../forms/newForms.ts';
import { type OpenForm, openForm } from '../../forms/opened.ts';

/** What can be changed of a matter or several, in a menu. */
export function MatterChangeItems({ matters }: { matters: readonly Pick<MatterRow, 'id' | 'isLead'>[] }) {
  const [first] = matters;
  if (!first) return null;
  const open = (part?: OpenForm['part']) =>
    openForm({
      form: matterChange(first.id),
      ...(part && { part }),
      ...(matters.length > 1 && { several: matters.map(({ id }) => id) }),
    });
  return (
    <>
      <MenuDivider />
      {matters.length === 1 ? (
        <MenuItem icon={<Edit20Regular />} onClick={() => open()}>
          Edit…
        </MenuItem>
      ) : null}
      <MenuItem icon={<CheckboxChecked20Regular />} onClick={() => open('status')}>
        Close, reopen or cancel…
      </MenuItem>
      <MenuItem icon={<PersonEdit20Regular />} onClick={() => open('responsible')}>
        Change who is responsible…
      </MenuItem>
      {matters.length === 1 && first.isLead ? (
        <MenuItem icon={<ArrowCircleRight20Regular />} onClick={() => open('convert')}>
          Make a matter of it…
        </MenuItem>
      ) : null}
      <MenuDivider />
    </>
  );
}
