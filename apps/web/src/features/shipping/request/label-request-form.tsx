import { Button, Group, MultiSelect, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NewLabelRequest, OTHER_PATIENT, PATIENT_REQUIRED, type ProcessingFeeRow } from '@vialdesk/contract/care/label-requests'
import type { Location } from '@vialdesk/contract/care/shipping'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { useSession } from '#web/lib/session/session.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LabelConsent } from './label-consent.tsx'

/** The requesting center, with the fields that the user may see. */
export interface RequestingCenter {
  id: number
  company: string
  kind: 'harvest_center' | 'referral_harvest_center'
}

const patientCalls = {
  harvest_center: 'GET /api/v1/harvest-centers/{id}/patientList/',
  referral_harvest_center: 'GET /api/v1/harvest-centers/{id}/referral/patientList/',
} as const

/** Labels are for tissue that is still to be sent. */
const query = { to_send: 'true' } as const

/** Data of the form: the center's patients, plus locations and account when the center itself requests. */
export function useLabelData({ id, kind }: RequestingCenter) {
  const isMine = useSession()?.user.id === id
  const patients = useQuery(apiQuery(patientCalls[kind], { params: { id }, query }))
  const locations = useQuery({ ...apiQuery('GET /api/v1/locations/user/{id}/', { params: { id } }), enabled: isMine })
  const me = useQuery({ ...apiQuery('GET /api/v1/users/{id}/', { params: { id } }) })
  const wanted = isMine ? [patients, locations, me] : [patients, me]
  return {
    error: wanted.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const query of wanted) void query.refetch()
    },
    data: wanted.every(({ data }) => data !== undefined)
      ? { patients: patients.data ?? [], locations: locations.data ?? [], me: me.data }
      : undefined,
  }
}
type LabelData = NonNullable<ReturnType<typeof useLabelData>['data']>

const addressOf = (location: Partial<Location> | LabelData['me']) => ({
  address1: location?.address1 ?? '',
  address2: location?.address2 ?? '',
  city: location?.city ?? '',
  state_desc: location?.state_desc ?? '',
  country_desc: location?.country_desc ?? '',
  zip_code: location?.zip_code ?? '',
})

function initialValuesOf(row: ProcessingFeeRow, center: RequestingCenter, { me, locations, patients }: LabelData) {
  const known = row.patient.filter(({ id }) => patients.some((each) => each.id === id))
  return {
    harvest_center: center.id,
    transaction: row.id,
    harvest_center_email: me?.email ?? '',
    harvest_center_representative: [me?.first_name, me?.last_name].filter(Boolean).join(' '),
    doctor_name: '',
    doctor_email: '',
    doctor_phone: '',
    patients_ids: known.map(({ id }) => String(id)).join(','),
    other_patient_name: '',
    unsigned_confirmed: false,
    override_reason: '',
    label_date: today() as string | null,
    ...addressOf(locations.find((location) => location.default) ?? locations[0] ?? me),
  }
}

type LabelRequestValues = ReturnType<typeof initialValuesOf>

interface LabelRequestProps {
  row: ProcessingFeeRow
  center: RequestingCenter
  data: LabelData
  /** Gets the id of the new request. */
  onDone: (id: number) => void
}

function useLabelRequestForm({ row, center, data, onDone }: LabelRequestProps) {
  const request = useFormCall('POST /api/v1/fedex-requests/')
  return useContractForm(NewLabelRequest, {
    initialValues: initialValuesOf(row, center, data),
    send: async (body) => {
      const { data: made } = await request({ body })
      onDone(made.id)
    },
  })
}
export type LabelRequestFormState = ReturnType<typeof useLabelRequestForm>

const OTHER = String(OTHER_PATIENT)

/** The id distinguishes patients with the same name. */
const asOption = ({ id, name }: LabelData['patients'][number]) => ({ value: String(id), label: `${name} (${id})` })

function PatientFields({ form, patients }: { form: LabelRequestFormState; patients: LabelData['patients'] }) {
  const chosen = form.values.patients_ids.split(',').filter(Boolean)
  const choose = (ids: string[]) => {
    form.setFieldValue('patients_ids', ids.join(','))
    // The confirmation was for the patients before.
    form.setFieldValue('unsigned_confirmed', false)
    if (!ids.includes(OTHER)) form.setFieldValue('other_patient_name', '')
  }
  return (
    <>
      <MultiSelect
        {...form.getInputProps('patients_ids')}
        label="Patients"
        withAsterisk
        data={[...patients.map(asOption), { value: OTHER, label: 'Other' }]}
        value={chosen}
        onChange={choose}
        searchable
        limit={100}
        placeholder={chosen.length === 0 ? 'Select patients' : undefined}
        nothingFoundMessage="No results"
        comboboxProps={{ shadow: 'md' }}
      />
      {chosen.includes(OTHER) && <TextInput label="Patient name" withAsterisk {...form.getInputProps('other_patient_name')} />}
    </>
  )
}

function PickupAddress({ form, locations }: { form: LabelRequestFormState; locations: LabelData['locations'] }) {
  const nameOf = ({ location_name, address1, city }: Location) => [location_name || address1, city].filter(Boolean).join(', ')
  const pick = (id: string | null) => {
    const location = locations.find((each) => String(each.id) === id)
    if (location) form.setValues(addressOf(location))
  }
  return (
    <Section title="Where the parcel is picked up">
      {locations.length > 0 && (
        <Select
          mb="md"
          label="Location"
          description="Copies the address to the fields below"
          data={locations.map((location) => ({ value: String(location.id), label: nameOf(location) }))}
          defaultValue={String((locations.find((location) => location.default) ?? locations[0])?.id)}
          onChange={pick}
          allowDeselect={false}
        />
      )}
      <AddressFields form={form} required zipRequired />
    </Section>
  )
}

/** Requests a label for one paid fee. */
export function LabelRequestForm({ onBack, ...props }: LabelRequestProps & { onBack: () => void }) {
  const { center, data } = props
  const form = useLabelRequestForm(props)
  const [blocked, setBlocked] = useState<string>()
  const field = (name: keyof LabelRequestValues, label: string) => ({ label, ...form.getInputProps(name) })
  const submit: typeof form.formProps.onSubmit = (event) => {
    if (form.values.patients_ids !== '') return form.formProps.onSubmit(event)
    event?.preventDefault()
    setBlocked(PATIENT_REQUIRED)
  }
  return (
    <Form {...form.formProps} onSubmit={submit} label="Request Fedex Label">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label="Harvest center name" value={center.company} readOnly variant="filled" />
        <TextInput {...field('harvest_center_email', 'Harvest center email')} withAsterisk type="email" />
        <TextInput {...field('harvest_center_representative', 'Representative name')} withAsterisk />
        <DayInput {...field('label_date', 'Label date')} />
        <TextInput {...field('doctor_name', 'Doctor name')} />
        <TextInput {...field('doctor_email', 'Doctor email')} type="email" />
        <TextInput {...field('doctor_phone', 'Doctor phone')} type="tel" />
      </SimpleGrid>
      <PatientFields form={form} patients={data.patients} />
      <LabelConsent
        form={form}
        center={center.id}
        nameOf={(id) => data.patients.find((patient) => patient.id === id)?.name ?? `patient ${id}`}
      />
      <PickupAddress form={form} locations={data.locations} />
      <Text role="status" c="dimmed" display={form.busy ? undefined : 'none'}>
        {form.busy && 'Sending Request...'}
      </Text>
      <Group gap="xs">
        <SubmitButton busy={form.busy}>Request label</SubmitButton>
        <Button variant="default" onClick={onBack}>
          Go Back
        </Button>
      </Group>
      <AlertDialog title="Request Fedex Label" message={blocked} onClose={() => setBlocked(undefined)} />
    </Form>
  )
}
