import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { isConflict } from '#web/lib/errors/api-error.ts'

const sendLink = apiMutation('POST /api/v1/utilities/send-patient-sign-email/')

function sentText(sent: number, all: number): string {
  if (sent < all) return `${sent} of ${all} emails have been sent.`
  return all === 1 ? 'The email has been sent.' : 'The emails have been sent.'
}

/** `Waiting for 3 signatures`, and the emails with their links once more. */
export function PendingSignatures({ documents }: { documents: readonly number[] }) {
  const send = useMutation({ ...sendLink, meta: { handlesErrors: true } })
  const resend = useMutation({
    mutationFn: async () => {
      const refused: Error[] = []
      for (const doc_id of documents)
        await send.mutateAsync({ body: { doc_id } }).catch((error: Error) => {
          // One may be signed by now. The others still wait.
          if (!isConflict(error)) throw error
          refused.push(error)
        })
      if (refused.length === documents.length) throw refused[0]
      return documents.length - refused.length
    },
    onSuccess: (sent) => showSuccess(sentText(sent, documents.length)),
  })
  return (
    <Group gap="sm">
      <Text fw={500}>Waiting for {documents.length === 1 ? '1 signature' : `${documents.length} signatures`}</Text>
      <Button variant="default" size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate()}>
        Resend
      </Button>
    </Group>
  )
}
