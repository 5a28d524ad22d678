import { Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Document } from '@vialdesk/contract/documents'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'

/** Mails the link to sign again. */
export const useResend = () =>
  useMutation({
    ...apiMutation('POST /api/v1/utilities/send-patient-sign-email/'),
    onSuccess: ({ message }) => showSuccess(message),
  })

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
