import { Text, TextInput } from '@mantine/core'
import { IconEye, IconMicroscope } from '@tabler/icons-react'
import { NewObserver, type Observer, ObserverMove } from '@vialdesk/contract/people/people'
import { useState } from 'react'
import { useLabChoices } from '#web/entities/center/center-choices.ts'
import { invitationText } from '#web/entities/invitation/invitation-text.ts'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { usePreset } from '#web/lib/forms/use-preset.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { FormDialogOf } from '#web/ui/dialogs/drawer-of.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import type { Column, RowAction } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

interface Props {
  onClose: () => void
}
type LabFieldProps = Omit<Parameters<typeof ChoiceSelect>[0], 'label' | 'choices' | 'state'>

const LabField = (props: LabFieldProps) => <ChoiceSelect label="Lab" required {...useLabChoices()} {...props} />

/** Adds an observer, who gets a mail with a link to set a password. */
function AddObserverForm({ onClose }: Props) {
  const add = useFormCall('POST /api/v1/observers/')
  const viewUser = useViewLink('/users/{id}')
  const initialValues = { first_name: '', last_name: '', email: '', lab_id: null as number | null }
  const form = useClosingForm(NewObserver, {
    initialValues,
    onClose,
    save: async (body) => {
      const { id, message } = await add({ body })
      return { message, links: viewUser('View observer', id) }
    },
  })
  usePreset(form, 'lab_id', useLabChoices())
  return (
    <Form {...form.formProps} label="Add Observer" verb="Add Observer" onCancel={onClose}>
      <Text c="dimmed">An observer sees the harvest centers of one lab, and no patients. We email a link to set a password.</Text>
      <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps('first_name')} />
      <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
      <EmailField {...form.getInputProps('email')} />
      <LabField {...form.getInputProps('lab_id')} />
    </Form>
  )
}

/** Ties an observer to another lab. */
function MoveObserverForm({ observer, onClose }: Props & { observer: Observer }) {
  const move = useFormCall('PATCH /api/v1/observers/{id}/')
  const form = useClosingForm(ObserverMove, {
    initialValues: { lab_id: observer.lab?.id ?? null },
    onClose,
    save: async (body) => (await move({ params: { id: observer.id }, body })).message,
  })
  return (
    <Form {...form.formProps} label="Change lab" verb="Save" onCancel={onClose}>
      <Text c="dimmed">The observer sees only the centers of the new lab, at once.</Text>
      <LabField {...form.getInputProps('lab_id')} />
    </Form>
  )
}

const observerName = ({ first_name, last_name, email }: Observer) => `${first_name} ${last_name}`.trim() || email

function ObserverStatus({ active, invited }: Observer) {
  if (!active) return <StatusBadge meaning="bad">Inactive</StatusBadge>
  return invited ? (
    <StatusBadge meaning="neutral">{invitationText(invited)}</StatusBadge>
  ) : (
    <StatusBadge meaning="good">Active</StatusBadge>
  )
}

const observerColumns: Column<Observer>[] = [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, optional: true, width: 90 },
  { key: 'name', sort: 'name', header: 'Name', main: true, cell: (observer) => <bdi>{observerName(observer)}</bdi> },
  { key: 'email', sort: 'email', header: 'Email', cell: ({ email }) => email },
  { key: 'lab', header: 'Lab', cell: ({ lab }) => (lab ? <UserLink id={lab.id} name={lab.company || `#${lab.id}`} /> : '—') },
  { key: 'status', header: 'Status', cell: (observer) => <ObserverStatus {...observer} /> },
  {
    key: 'last_login',
    sort: '-last_login',
    header: 'Last login',
    cell: ({ last_login }) => <DateText value={last_login} withTime blank="Never" />,
  },
]

const observers = defineList('GET /api/v1/observers/', {
  name: 'observers',
  label: 'Observers',
  pageSize: 10,
  views: 'observers',
  exports: { rows: ['observer', 'observers'] },
  columns: observerColumns,
  filters: [searchFilter({ label: 'Search observers', placeholder: 'ID, name, email…' })],
  rowName: observerName,
  rowHref: ({ id }) => `/users/${id}`,
  empty: { icon: IconEye, hint: 'Add an observer to let a person outside of a lab see its harvest centers.' },
})

function useObserverActions(onMove: (observer: Observer) => void): (observer: Observer) => RowAction[] {
  const invitationActions = useInvitationActions()
  return (observer) => [
    { label: 'Change lab', icon: IconMicroscope, onClick: () => onMove(observer) },
    ...invitationActions(observer),
  ]
}

/** The observers of labs. `onOpen` opens the account of one. */
export function ObserversScreen({ onOpen }: { onOpen: (id: number) => void }) {
  const [adding, setAdding] = useState(false)
  const [moved, setMoved] = useState<Observer>()
  useFormFromLink(() => setAdding(true))
  const stay = () => setMoved(undefined)
  const actions = useObserverActions(setMoved)
  return (
    <Screen
      title="Observers"
      lead="An observer sees the names and places of a lab's harvest centers, and nothing else."
      actions={<AddButton onClick={() => setAdding(true)}>Add Observer</AddButton>}
    >
      <List of={observers} onRow={({ id }) => onOpen(id)} rowActions={actions} />
      <FormDialog title="Add Observer" opened={adding} onClose={() => setAdding(false)} size="md">
        <AddObserverForm onClose={() => setAdding(false)} />
      </FormDialog>
      <FormDialogOf of={moved} onClose={stay} title={(shown) => `Lab of ${observerName(shown)}`} size="md">
        {(shown) => <MoveObserverForm observer={shown} onClose={stay} />}
      </FormDialogOf>
    </Screen>
  )
}
