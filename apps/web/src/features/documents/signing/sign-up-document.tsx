import { Alert, Loader } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isSigningComplete, MARKER_POLL_MS } from '#web/entities/document/signing-marker.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { type OpenedDocument, SignInFrame } from './sign-in-frame.tsx'

interface Props {
  template: { template_id: string; title: string }
  signer: { name: string; email: string }
  /** The document that was created for this step before. */
  documentId: string | undefined
  onCreated: (documentId: string) => void
  onSigned: (document: { doc_id: string; title: string }) => void
}

/**
 * Asks the server every 5 s, from the moment when the marker of this document appears until it is signed. The sign-up does not
 * wait for the seal.
 */
function useAskWhenMarked(documentId: string | undefined, onSigned: () => void): { isChecking: boolean } {
  const ask = useMutation({
    ...apiMutation('POST /api/v1/documents/patient-signed-document/', { asGuest: true, handlesErrors: true, keepsScreen: true }),
    onSuccess: ({ signed }) => {
      if (signed) onSigned()
    },
  })
  const look = useEffectEvent(() => {
    if (documentId && isSigningComplete(documentId) && !ask.isPending && !ask.data?.signed) ask.mutate({ body: { documentId } })
  })
  useEffect(() => {
    const timer = setInterval(look, MARKER_POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return { isChecking: ask.data?.signed === false }
}

/** A document that a visitor signs before the sign-up: made from its template once, and opened in the signing frame. */
export function SignUpDocument({ template, signer, documentId, onCreated, onSigned }: Props) {
  const [known, setKnown] = useState(documentId)
  const { isChecking } = useAskWhenMarked(known, () => known && onSigned({ doc_id: known, title: template.title }))
  const open = async (): Promise<OpenedDocument> => {
    const answer = await (known
      ? request('GET /auth/boldsign/', { query: { documentId: known, name: signer.name }, asGuest: true })
      : request('POST /auth/boldsign/', { body: { ...signer, template_id: template.template_id }, asGuest: true }))
    setKnown(answer.document_id)
    onCreated(answer.document_id)
    return { documentId: answer.document_id, signLink: answer.sign_link }
  }
  return (
    <>
      {isChecking && (
        <Alert color="blue" role="status" icon={<Loader size={16} aria-hidden />}>
          Checking your signature…
        </Alert>
      )}
      {/* The page of thanks in the frame sets the marker a moment later. */}
      <SignInFrame open={open} onCompleted={() => undefined} />
    </>
  )
}
