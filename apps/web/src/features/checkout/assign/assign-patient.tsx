import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAllPatientChoices } from '#web/entities/patient/patient-choices.ts'
import { useNextLinkTo } from '#web/features/checkout/next-link.ts'
import { usePatientChoices } from '#web/features/checkout/sections/use-patient-choices.ts'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showCreated } from '#web/lib/browser/toast.ts'
import { ApiError, fieldErrors, isConflict } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'

interface FieldProps {
  value: number | null
  onChange: (id: number | null) => void
  error: string | undefined
}

/** An admin searches among all patients. */
function AdminPatientField(props: FieldProps) {
  const [search, setSearch] = useState('')
  return (
    <SearchSelect
      label="Patient"
      required
      chosenName={undefined}
      onSearch={setSearch}
      {...useAllPatientChoices(search)}
      {...props}
    />
  )
}

function CenterPatientField(props: FieldProps) {
  return <ChoiceSelect label="Patient" required placeholder="Choose a patient" {...usePatientChoices()} {...props} />
}

const errorText = (error: Error | null) => {
  if (!error) return undefined
  return (error instanceof ApiError && fieldErrors(error).patient_id) || errorMessage(error)
}

function useAssign(saleId: number) {
  const nextLinkTo = useNextLinkTo()
  return useMutation({
    ...apiMutation('POST /api/v1/transactions/{id}/assign-patient/', { handlesErrors: true }),
    onSuccess: ({ message, next }) => showCreated({ message, links: nextLinkTo(next, saleId) }),
  })
}

function AssignForm({ saleId, assign }: { saleId: number; assign: ReturnType<typeof useAssign> }) {
  const isAdmin = useSession()?.role === 'admin'
  const [patient, setPatient] = useState<number | null>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (patient !== null) assign.mutate({ params: { id: saleId }, body: { patient_id: patient } })
  }
  const Field = isAdmin ? AdminPatientField : CenterPatientField
  return (
    <form onSubmit={send} noValidate aria-label="Assign patient">
      <Group align="flex-end" gap="xs" mt="sm">
        <Field value={patient} onChange={setPatient} error={errorText(assign.error)} />
        <Button type="submit" disabled={patient === null} loading={assign.isPending}>
          Assign patient
        </Button>
      </Group>
    </form>
  )
}

/** On the receipt of a fee that was paid without a patient. */
export function AssignPatient({ saleId }: { saleId: number }) {
  const { data: sale } = useQuery(apiQuery('GET /api/v1/transactions/{id}/', { params: { id: saleId } }))
  const assign = useAssign(saleId)
  // A refused form stays, with the reason, although the fee may have a patient by now.
  if (!sale || (!isConflict(assign.error) && (!sale.can.assign_patient || sale.patient.length > 0))) return null
  return (
    <Alert role="note" color="blue" icon={<IconUserPlus size={18} />} className="no-print" maw="46rem" mb="lg">
      {sale.patient.length === 0 && (
        <Text inherit>This fee has no patient yet. You need a patient to request a FedEx label.</Text>
      )}
      <AssignForm saleId={saleId} assign={assign} />
    </Alert>
  )
}
