/** The harvest centers of staff users or of referral centers: a searchable list with a drawer to change them. */
import { IconPencil } from '@tabler/icons-react'
import { IdList } from '@vialdesk/contract/base/primitives'
import type { Invited } from '@vialdesk/contract/people/invitations'
import { useState } from 'react'
import { z } from 'zod'
import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import type { ListDefinition } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import type { ReadingCall } from '#web/lib/api/call-types.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { MultiChoiceSelect } from '#web/ui/forms/multi-choice-select.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

interface CentersFormProps {
  /** The field of the call. */
  field: 'staff_hc_ids' | 'rhc_hc_ids'
  /** The staff user or referral center to which the centers are assigned. */
  name: string
  description: string
  chosen: { id: number; company: string }[]
  /** Saves and returns the success message. */
  save: (ids: number[]) => Promise<string>
  onClose: () => void
}

const Chosen = z.record(z.string(), IdList)

/** Edits a user's harvest centers. The new list replaces the old one. */
function CentersForm({ field, name, description, chosen, save, onClose }: CentersFormProps) {
  // A refetch must not change the selection while the user edits.
  const [opened] = useState(() => chosen.map(({ id, company }) => ({ id, name: company })))
  const start: Record<string, number[]> = { [field]: opened.map(({ id }) => id) }
  const form = useClosingForm(Chosen, { initialValues: start, onClose, save: (input) => save(input[field] ?? []) })
  return (
    <Form {...form.formProps} label={`Harvest centers of ${name}`} verb="Save" onCancel={onClose}>
      <MultiChoiceSelect
        label="Harvest centers"
        description={description}
        {...useCenterChoices()}
        chosen={opened}
        value={form.getValues()[field] ?? []}
        onChange={(ids) => form.setValues({ [field]: ids })}
        error={form.errors[field]}
        data-path={field}
      />
    </Form>
  )
}

/** A staff user or a referral harvest center, with its harvest centers. */
export interface CenterAssignee {
  id: number
  name: string
  email?: string
  centers: { id: number; company: string }[]
  invited?: Invited | null
}

interface Props<A extends ReadingCall, Row> {
  of: ListDefinition<A, object, Row>
  /** Header of the name column. */
  heading: string
  assigneeOf: (row: Row) => CenterAssignee
  field: 'staff_hc_ids' | 'rhc_hc_ids'
  description: string
  save: (id: number, ids: number[]) => Promise<string>
}

/** Staff are persons with an email; referral centers are named by their company. */
const columnsOf = <Row,>(heading: string, areStaff: boolean, assigneeOf: (row: Row) => CenterAssignee): Column<Row>[] => [
  {
    key: 'name',
    sort: areStaff ? 'name' : 'company',
    header: heading,
    main: true,
    cell: (row) => `${assigneeOf(row).id} - ${assigneeOf(row).name}`,
    badge: (row) => invitationBadge(assigneeOf(row)),
  },
  ...(areStaff ? [{ key: 'email', sort: 'email', header: 'Email', cell: (row: Row) => assigneeOf(row).email }] : []),
  { key: 'centers', header: 'Harvest Centers', cell: (row) => centerLinks(assigneeOf(row).centers) },
]

export function CenterAssignments<A extends ReadingCall, Row>(props: Props<A, Row>) {
  const { of, heading, assigneeOf, field, description, save } = props
  const [edited, setEdited] = useState<CenterAssignee>()
  const invitationActions = useInvitationActions()
  const close = () => setEdited(undefined)
  return (
    <>
      <List
        of={of}
        columns={columnsOf(heading, field === 'staff_hc_ids', assigneeOf)}
        onRow={(row) => setEdited(assigneeOf(row))}
        rowActions={(row) => [
          { label: 'Edit', icon: IconPencil, onClick: () => setEdited(assigneeOf(row)) },
          ...invitationActions(assigneeOf(row)),
        ]}
      />
      <DrawerOf of={edited} onClose={close} title={({ name }) => name} size="md" asks>
        {({ id, name, centers }) => (
          <CentersForm
            key={id}
            field={field}
            name={name}
            description={description}
            chosen={centers}
            save={(ids) => save(id, ids)}
            onClose={close}
          />
        )}
      </DrawerOf>
    </>
  )
}
