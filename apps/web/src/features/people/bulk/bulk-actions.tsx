import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { UserRow } from '@vialdesk/contract/people/accounts'
import { BulkChange, MAX_CHANGED_USERS } from '@vialdesk/contract/people/people'
import { type ReactNode, useRef, useState } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { useShowChange, useSwitchUsers } from '#web/entities/user/use-bulk-change.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'
import { type BulkFormName, bulkForms, usersText } from './bulk-forms.ts'

interface BulkFormProps {
  name: BulkFormName
  ids: number[]
  onClose: () => void
  /** Runs after the change. */
  onDone: () => void
}

/** A rep or center is notified of its users, and each user may have had another one, so only tags are taken back. */
function oppositeOf(change: BulkChange, ids: number[]): BulkChange | undefined {
  if (!('tag' in change) || ids.length === 0) return undefined
  return { action: change.action === 'add_tag' ? 'remove_tag' : 'add_tag', ids, tag: change.tag }
}

/** The new value of one field for all selected users. */
function BulkForm({ name, ids, onClose, onDone }: BulkFormProps) {
  const { title, field, label, useChoices, removal, description } = bulkForms[name]
  const change = useFormCall('POST /api/v1/users/bulk/')
  const showChange = useShowChange()
  const choices = useChoices()
  const initialValues: Record<string, unknown> = { action: name, ids, [field]: null }
  const form = useClosingForm(BulkChange, {
    initialValues,
    onClose: onDone,
    save: async (body) => {
      const isRemoval = removal !== undefined && form.getValues()[field] === null
      const question = { consequence: `This changes ${usersText(ids.length)}.`, verb: 'Remove', danger: true }
      if (isRemoval && !(await confirm({ title: removal, ...question }))) return undefined
      const { message, changed_ids } = await change({ body })
      const opposite = oppositeOf(body, changed_ids)
      if (!opposite) return message
      void showChange(message, opposite)
      onDone()
      return undefined
    },
  })
  return (
    <Form {...form.formProps} label={title} verb={title} onCancel={onClose}>
      <ChoiceSelect
        label={label}
        {...choices}
        required={removal === undefined}
        description={description}
        {...form.getInputProps(field)}
      />
    </Form>
  )
}

interface Props {
  users: Pick<UserRow, 'id'>[]
  selectAll?: ReactNode
  onClear: () => void
}

function useDeactivate({ users, onClear }: Props) {
  const { start, isPending } = useSwitchUsers('deactivate', onClear)
  const ask = async () => {
    const question = {
      title: `Deactivate ${usersText(users.length)}?`,
      consequence:
        'They are logged out now and cannot log in again. Their accounts appear only under Inactive Users. Documents, payments, vials and team members stay.',
      verb: 'Deactivate',
      danger: true,
    }
    if (await confirm(question)) start(users.map(({ id }) => id))
  }
  return { ask, busy: isPending }
}

interface MenuProps {
  busy: boolean
  onForm: (name: BulkFormName) => void
  onDeactivate: () => void
}

function ChangeMenu({ busy, onForm, onDeactivate }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const choose = (action: () => void) => () => {
    // The menu item no longer exists when the dialog returns the focus.
    button.current?.focus()
    action()
  }
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        <Button ref={button} rightSection={<IconChevronDown size={16} />} loading={busy}>
          Change
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(bulkForms).map(([name, { title }]) => (
          <Menu.Item key={name} onClick={choose(() => onForm(name as BulkFormName))}>
            {title}
          </Menu.Item>
        ))}
        <Menu.Item c="var(--mantine-color-error)" onClick={choose(onDeactivate)}>
          Deactivate
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Changes and exports the selected users of the users table. */
export function BulkActions({ users, selectAll, onClear }: Props) {
  const [form, setForm] = useState<BulkFormName>()
  const deactivate = useDeactivate({ users, onClear })
  const ids = users.map(({ id }) => id)
  const done = () => {
    setForm(undefined)
    onClear()
  }
  return (
    <SelectionBar
      label="Selected users"
      count={ids.length}
      most={{ count: MAX_CHANGED_USERS, rows: 'users' }}
      selectAll={selectAll}
      onClear={onClear}
    >
      <Group gap="xs">
        <ExportButton call="GET /api/v1/users/export-csv/" label="Export selected" filter={{ ids: ids.join() }} />
        <ChangeMenu busy={deactivate.busy} onForm={setForm} onDeactivate={() => void deactivate.ask()} />
      </Group>
      <FormDialog
        title={form ? `${bulkForms[form].title}: ${usersText(ids.length)}` : ''}
        opened={form !== undefined}
        onClose={() => setForm(undefined)}
        size="md"
      >
        {form && <BulkForm name={form} ids={ids} onClose={() => setForm(undefined)} onDone={done} />}
      </FormDialog>
    </SelectionBar>
  )
}
