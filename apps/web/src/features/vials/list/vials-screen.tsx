import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconCircleCheck, IconRoute, IconTestPipe2 } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { MAX_VIALS, NewVials, type Vial } from '@vialdesk/contract/care/single-vials'
import { formatVialCode, parseVialCode } from '@vialdesk/contract/care/vial-codes'
import { vialStateNames } from '@vialdesk/contract/people/lab-fields'
import { type ReactNode, useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useListSelection } from '#web/entities/list/use-list-selection.tsx'
import { useVisiblePatientChoices } from '#web/entities/patient/patient-choices.ts'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { useUserName } from '#web/entities/user/user-choices.ts'
import { actionsFor } from '#web/features/vials/actions/vial-actions.ts'
import { VialButtons } from '#web/features/vials/actions/vial-buttons.tsx'
import { CodeList } from '#web/features/vials/code-list.tsx'
import { LabelSheetButton } from '#web/features/vials/labels/label-sheet-button.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { usePortalLink } from '#web/lib/browser/use-portal-link.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { linkedFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import { ExportChosen } from '#web/ui/table/selection/export-chosen.tsx'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { vialColumns } from './vials.columns.tsx'

type Registered = Answer<'POST /api/v1/vials/'>

interface FormProps {
  patient: number | undefined
  onDone: (registered: Registered) => void
  onClose: () => void
}

function RegisterForm({ patient, onDone, onClose }: FormProps) {
  const register = useFormCall('POST /api/v1/vials/')
  const [search, setSearch] = useState('')
  const form = useContractForm(NewVials, {
    initialValues: { user: (patient ?? null) as number | null, quantity: '' as number | string, place: '' },
    send: async (body) => onDone(await register({ body })),
  })
  const { user } = form.getValues()
  return (
    <Form {...form.formProps} label="Register vials" verb="Register" onCancel={onClose}>
      <SearchSelect
        label="Patient"
        placeholder="Name, email or ID"
        required
        {...useVisiblePatientChoices(search)}
        {...form.getInputProps('user')}
        chosenName={useUserName(user ?? undefined)}
        onSearch={setSearch}
      />
      <WholeNumberInput
        label="Quantity"
        description={`Each vial gets its own code. At most ${MAX_VIALS} at once.`}
        withAsterisk
        min={1}
        {...form.getInputProps('quantity')}
      />
      <TextInput label="Place" placeholder="Incubator 1" {...form.getInputProps('place')} />
    </Form>
  )
}

/** The new codes with a button for their labels. */
function Result({ registered, onClose }: { registered: Registered; onClose: () => void }) {
  const portalLink = usePortalLink()
  const [first] = registered.results
  return (
    <Stack gap="lg">
      <Alert color="green" icon={<IconCircleCheck size={18} />} role="status">
        {registered.message}
      </Alert>
      <CodeList vials={registered.results} />
      <Group gap="xs">
        <LabelSheetButton vials={registered.results} variant="filled" />
        {first && (
          <Button component="a" variant="default" {...portalLink(`/vials?patient=${first.patient.id}`, { onFollow: onClose })}>
            View vials
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}

interface RegisterProps {
  /** The patient of the list's filter, preselected. */
  patient: number | undefined
  onClose: () => void
}

function Content({ patient, onClose }: RegisterProps) {
  const [registered, setRegistered] = useState<Registered>()
  if (registered) return <Result registered={registered} onClose={onClose} />
  return <RegisterForm patient={patient} onClose={onClose} onDone={setRegistered} />
}

/** Registers vials in processing. */
const RegisterVialsDrawer = ({ opened, ...props }: RegisterProps & { opened: boolean }) => (
  <Drawer opened={opened} onClose={props.onClose} title="Register vials" asks>
    <Content {...props} />
  </Drawer>
)

/** Explains missing actions. */
function hintOn(vials: readonly Vial[]): string | undefined {
  if (vials.length > MAX_VIALS) return `Select at most ${MAX_VIALS} vials`
  if (vials.some(({ state }) => state === 'shipped' || state === 'disposed')) return 'Shipped and disposed vials have no actions'
  return actionsFor(vials).length < 3 ? 'Only actions valid for all selected vials are shown' : undefined
}

interface Props {
  vials: readonly Vial[]
  selectAll: ReactNode
  onClear: () => void
}

/** Number of selected vials and their common actions. */
function VialSelectionBar({ vials, selectAll, onClear }: Props) {
  return (
    <SelectionBar label="Selected vials" count={vials.length} hint={hintOn(vials)} selectAll={selectAll} onClear={onClear}>
      {vials.length <= MAX_VIALS && (
        <Group gap="xs">
          <ExportChosen list="GET /api/v1/vials/" rows={['vial', 'vials']} ids={vials.map(({ id }) => id)} />
          <VialButtons vials={vials} onDone={onClear} />
        </Group>
      )}
    </SelectionBar>
  )
}

/** A complete code belongs to one vial, so a scan opens the vial. */
function useOpenByCode() {
  const { open } = useVialLinks()
  return (text: string) => {
    const code = parseVialCode(text)
    if (code) open(code)
    return Boolean(code)
  }
}

const vials = defineList('GET /api/v1/vials/', {
  name: 'vials',
  label: 'Vials',
  pageSize: 20,
  views: 'vials',
  exports: { rows: ['vial', 'vials'] },
  columns: vialColumns,
  filters: [
    searchFilter({ label: 'Search vials', placeholder: 'Code or patient ID', useOpens: useOpenByCode }),
    oneOfFilter('state', { label: 'State', all: 'All states', names: vialStateNames, width: 180 }),
    linkedFilter('patient', { label: 'Patient', useName: useUserName }),
  ],
  rowName: ({ code }) => formatVialCode(code),
  rowHref: ({ code }) => `/vials/${code}`,
  empty: { icon: IconTestPipe2, hint: 'The lab adds vials in the record of a patient. They appear here.' },
})

/** Links to the vial and to the trace report of its patient. */
function useVialLinks() {
  const navigate = useNavigate()
  const open = (code: string) => void navigate({ to: '/vials/$code', params: { code } })
  const trace = (id: number) => void navigate({ to: '/trace/$id', params: { id: String(id) } })
  const actionsOf = ({ code, patient }: Vial): RowAction[] => [
    { label: 'Open vial', icon: IconTestPipe2, onClick: () => open(code) },
    { label: `Trace report of ${patientName(patient)}`, icon: IconRoute, onClick: () => trace(patient.id) },
  ]
  return { open, actionsOf }
}

/** The list of vials: search by code, select and move. */
export function VialsScreen() {
  const open = useList(vials)
  const [registering, setRegistering] = useState(false)
  useFormFromLink(() => setRegistering(true))
  const { actionsOf } = useVialLinks()
  const { selected, selection, clear, selectAll } = useListSelection(open, { max: MAX_VIALS, rows: 'vials' })
  return (
    <Screen
      title="Vials"
      lead="Find a vial by code, state, patient or place. Scan a code to open its vial."
      actions={<AddButton onClick={() => setRegistering(true)}>Register vials</AddButton>}
    >
      <ListTable of={open} rowActions={actionsOf} selection={selection} />
      <VialSelectionBar vials={selected} onClear={clear} selectAll={selectAll} />
      <RegisterVialsDrawer opened={registering} patient={open.page.filter.patient} onClose={() => setRegistering(false)} />
    </Screen>
  )
}
