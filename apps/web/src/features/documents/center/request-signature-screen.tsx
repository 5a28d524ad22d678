import { Group } from '@mantine/core'
import { SignatureRequest } from '@vialdesk/contract/documents/document-requests'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { ResultModals, useCenterForm } from './center-form.tsx'
import { PatientFields } from './patient-fields.tsx'

const TITLE = 'Request Patient Signature'

function RequestForm({ center }: { center: { id: number; company: string; email: string } }) {
  const request = useFormCall('POST /api/v1/documents/send/')
  const form = useCenterForm(SignatureRequest, {
    initialValues: { harvest_center_id: center.id, nameHC: center.company, emailHC: center.email, name: '', email: '' },
    send: (body) => request({ body }),
  })
  return (
    <>
      <Form {...form.formProps} label={TITLE}>
        <PatientFields key={form.round} form={form} />
        <Group mt="xs">
          <SubmitButton busy={form.busy}>Send request</SubmitButton>
        </Group>
      </Form>
      <ResultModals title={TITLE} form={form} />
    </>
  )
}

/** A center asks a patient to sign the documents that are still missing. */
export function RequestSignatureScreen() {
  const user = useSession()?.user
  return (
    <Screen
      title={TITLE}
      lead="The patient gets an email with a link to each document that still needs a signature. You see the progress under Patient Signatures."
      narrow
    >
      {user && <RequestForm center={user} />}
    </Screen>
  )
}
