import { Alert, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Login } from '@vialdesk/contract/sessions'
import { apiMutation } from '#web/lib/api/api.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'

interface Props {
  /** The server's message. */
  message: string
  credentials: Pick<Login, 'email' | 'password'>
}

/** Shown after the right password of a sign-up whose email is not confirmed. */
export function UnverifiedNotice({ message, credentials }: Props) {
  const send = useMutation({ ...apiMutation('POST /auth/verify-email/send/'), meta: { handlesErrors: true } })
  const answer = send.data?.message ?? (send.error ? errorMessage(send.error) : undefined)
  return (
    <Alert color="yellow" role="alert">
      <Text size="sm" mb="sm">
        {message}
      </Text>
      {answer ? (
        <Text size="sm" role="status">
          {answer}
        </Text>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={send.isPending}
          onClick={() => send.mutate({ body: { email: credentials.email, password: credentials.password } })}
        >
          Send the link again
        </Button>
      )}
    </Alert>
  )
}
