import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { MAX_VIALS, NewVials, type Vial } from '@vialdesk/contract/single-vials'
import { useState } from 'react'
import { useVisiblePatientChoices } from '#web/entities/patient/patient-choices.ts'
import { useUserName } from '#web/entities/user/user-choices.ts'
import { CodeList } from '#web/features/vials/code-list.tsx'
import { LabelSheetButton } from '#web/features/vials/labels/label-sheet-button.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { usePortalLink } from '#web/lib/browser/use-portal-link.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'

interface Registered {
  message: string
  results: Vial[]
}

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

function Content({ onClose, ...form }: Omit<FormProps, 'onDone'>) {
  const [registered, setRegistered] = useState<Registered>()
  if (registered) return <Result registered={registered} onClose={onClose} />
  return <RegisterForm {...form} onClose={onClose} onDone={setRegistered} />
}

interface Props {
  opened: boolean
  /** The patient of the list's filter, preselected. */
  patient: number | undefined
  onClose: () => void
}

/** Registers vials in processing. */
export function RegisterVialsDrawer({ opened, patient, onClose }: Props) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Register vials" asks>
      <Content patient={patient} onClose={onClose} />
    </Drawer>
  )
}
