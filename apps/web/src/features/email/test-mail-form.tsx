import { Alert, Group, TextInput } from '@mantine/core'
import { IconCheck, IconSend, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { TestMail } from '@vialdesk/contract/email'
import { apiMutation } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

/** Sends a mail at once and shows what the mail server says. */
export function TestMailForm() {
  const send = useMutation(apiMutation('POST /domain/email-settings/test-mail/', { handlesErrors: true }))
  const form = useContractForm(TestMail, {
    initialValues: { to: useSession()?.user.email ?? '' },
    guard: false,
    send: (body) => send.mutateAsync({ body }),
  })
  const result = form.busy || form.failure ? undefined : send.data
  return (
    <Form {...form.formProps} label="Test mail">
      <Group align="flex-end" gap="xs">
        <TextInput label="Send a test mail to" type="email" flex="1 1 240px" maw={400} {...form.getInputProps('to')} />
        <SubmitButton variant="default" busy={form.busy} leftSection={<IconSend size={16} />}>
          Send test mail
        </SubmitButton>
      </Group>
      <div role="status">
        {result && (
          <Alert color={result.success ? 'green' : 'red'} icon={result.success ? <IconCheck size={18} /> : <IconX size={18} />}>
            {result.message}
          </Alert>
        )}
      </div>
    </Form>
  )
}
