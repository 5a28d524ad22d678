import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Document } from '@vialdesk/contract/documents'
import { DocumentGroup } from '@vialdesk/contract/templates'
import { apiMutation } from '#web/lib/api/api.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useSession } from '#web/lib/session/session.ts'
import { type OpenedDocument, SignInFrame } from './sign-in-frame.tsx'

/** Patients have a call of their own for their documents, as specified. */
function useOpenForSigning(document: Document): () => Promise<OpenedDocument> {
  const session = useSession()
  const options = { meta: { handlesErrors: true, keepsScreen: true } }
  const ofPatient = useMutation({ ...apiMutation('POST /api/v1/documents/sign-link-patient/'), ...options })
  const ofSigner = useMutation({ ...apiMutation('POST /api/v1/signing/link/'), ...options })
  return async () => {
    const { document_id, kind, patient_name, patient_email } = document
    const docType = DocumentGroup.safeParse(kind).data
    if (session?.role === 'patient' && docType) {
      const body = { patientId: session.user.id, docId: document_id, docType, email: patient_email, patientName: patient_name }
      const { documentId, signLink } = await ofPatient.mutateAsync({ body })
      return { documentId, signLink }
    }
    const { sign_link } = await ofSigner.mutateAsync({ body: { document_id } })
    return { documentId: document_id, signLink: sign_link }
  }
}

function SignDocument({ document }: { document: Document }) {
  const open = useOpenForSigning(document)
  // Its success refetches the lists below, which then show the new status.
  const askServer = useMutation(apiMutation('POST /api/v1/documents/patient-signed-document/', { handlesErrors: true }))
  const { mutate } = askServer
  return <SignInFrame open={open} onCompleted={(documentId) => mutate({ body: { documentId } })} />
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
    <Modal
      opened={document !== undefined}
      onClose={close}
      title={shown && <bdi>{shown.name}</bdi>}
      size="56rem"
      fullScreen={useIsPhone()}
      closeOnClickOutside={false}
    >
      {shown && <SignDocument key={shown.id} document={shown} />}
    </Modal>
  )
}
