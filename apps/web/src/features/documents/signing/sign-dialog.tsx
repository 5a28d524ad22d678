import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Document } from '@vialdesk/contract/documents/documents'
import { DocumentGroup } from '@vialdesk/contract/documents/templates'
import { apiMutation } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { session } from '#web/lib/session/session.ts'
import { type OpenedDocument, SignInFrame, SigningModal } from './sign-in-frame.tsx'

/** Patients have a call of their own for their documents, as specified. */
async function openForSigning({ document_id, kind, patient_name, patient_email }: Document): Promise<OpenedDocument> {
  const viewer = session()
  const docType = DocumentGroup.safeParse(kind).data
  if (viewer?.role === 'patient' && docType) {
    const body = { patientId: viewer.user.id, docId: document_id, docType, email: patient_email, patientName: patient_name }
    return request('POST /api/v1/documents/sign-link-patient/', { body })
  }
  const { sign_link } = await request('POST /api/v1/signing/link/', { body: { document_id } })
  return { documentId: document_id, signLink: sign_link }
}

function SignDocument({ document }: { document: Document }) {
  // Its success refetches the lists below, which then show the new status.
  const { mutate } = useMutation(apiMutation('POST /api/v1/documents/patient-signed-document/', { handlesErrors: true }))
  return <SignInFrame open={() => openForSigning(document)} onCompleted={(documentId) => mutate({ body: { documentId } })} />
}

interface Props {
  /** The dialog is open while there is a document. */
  document: Document | undefined
  onClose: () => void
}

/** Signs a document in a dialog. The documents on the screen reload when it closes. */
export function SignDialog({ document, onClose }: Props) {
  const queryClient = useQueryClient()
  const shown = useLatestValue(document)
  const close = () => {
    onClose()
    void queryClient.invalidateQueries()
  }
  return (
    <SigningModal opened={document !== undefined} onClose={close} title={shown && <bdi>{shown.name}</bdi>}>
      {shown && <SignDocument key={shown.id} document={shown} />}
    </SigningModal>
  )
}
