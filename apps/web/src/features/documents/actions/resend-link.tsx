import { Anchor } from '@mantine/core'
import type { Document } from '@vialdesk/contract/documents/documents'
import { useAction } from '#web/lib/api/use-call.ts'

/** Mails the link to sign again. */
export const useResend = () => useAction('POST /api/v1/utilities/send-patient-sign-email/')

export function ResendLink({ document: { document_id, name, patient_name } }: { document: Document }) {
  const resend = useResend()
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      disabled={resend.isPending}
      aria-label={`Resend ${name} to ${patient_name}`}
      onClick={() => resend.mutate({ body: { doc_id: document_id } })}
    >
      {resend.isPending ? 'Sending…' : 'Resend'}
    </Anchor>
  )
}
