import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'

const sendLink = apiMutation('POST /api/v1/utilities/send-patient-sign-email/')

/** `Waiting for 3 signatures`, and the emails with their links once more. */
export function PendingSignatures({ documents }: { documents: readonly number[] }) {
  const send = useMutation({ ...sendLink, meta: { handlesErrors: true } })
  const resend = useMutation({
    mutationFn: async () => {
      for (const doc_id of documents) await send.mutateAsync({ body: { doc_id } })
    },
    onSuccess: () => showSuccess(documents.length === 1 ? 'The email has been sent.' : 'The emails have been sent.'),
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
