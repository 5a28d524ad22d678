import { Divider, SimpleGrid, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { type KnownPatient, useKnownPatients } from '#web/entities/patient/patient-choices.ts'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'

interface Props {
  form: {
    getInputProps: (field: 'name' | 'email') => object
    setFieldValue: (field: 'name' | 'email', value: string) => void
    clearFieldError: (field: 'name' | 'email') => void
  }
}

/** Fills in the name and the email of one of the center's own patients. */
function PatientPicker({ onPick }: { onPick: (patient: KnownPatient) => void }) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<KnownPatient>()
  const { choices, state } = useKnownPatients(search)
  const known = useRef(new Map<number, KnownPatient>())
  for (const patient of choices) known.current.set(patient.id, patient)
  const pick = (id: number | null) => {
    const patient = id === null ? undefined : known.current.get(id)
    setPicked(patient)
    if (patient) onPick(patient)
  }
  return (
    <SearchSelect
      label="Your patient"
      placeholder="Name, email or ID"
      choices={choices.map(({ id, name, email }) => ({ id, name: [name, email].filter(Boolean).join(' · ') }))}
      state={state}
      value={picked?.id ?? null}
      chosenName={picked?.name}
      onSearch={setSearch}
      onChange={pick}
    />
  )
}

/** The patient of a request: picked from the center's patients, or typed. */
export function PatientFields({ form }: Props) {
  const fill = ({ name, email }: KnownPatient) => {
    for (const [field, value] of [
      ['name', name],
      ['email', email],
    ] as const) {
      form.setFieldValue(field, value)
      form.clearFieldError(field)
    }
  }
  return (
    <>
      <PatientPicker onPick={fill} />
      <Divider label="or type the patient’s details" />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {/* Nothing here is the visitor's own: the browser must not fill it in. */}
        <TextInput label="Patient name" withAsterisk autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label="Patient email" type="email" withAsterisk autoComplete="off" {...form.getInputProps('email')} />
      </SimpleGrid>
    </>
  )
}
