import { Alert, Button, Text } from '@mantine/core'
import type { Login } from '@vialdesk/contract/people/sessions'
import { useSend } from '#web/lib/api/use-send.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'

interface Props {
  /** The server's message. */
  message: string
  credentials: Pick<Login, 'email' | 'password'>
}

/** Shown after the right password of a sign-up whose email is not confirmed. */
export function UnverifiedNotice({ message, credentials }: Props) {
  const { send, data, error, isPending } = useSend('POST /auth/verify-email/send/')
  const answer = data?.message ?? (error && errorMessage(error))
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
          loading={isPending}
          onClick={() => void send({ body: { email: credentials.email, password: credentials.password } })}
        >
          Send the link again
        </Button>
      )}
    </Alert>
  )
}
