import { Alert, Group, Textarea, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ASK_IN_OWN_ACCOUNT, ContactQuestion } from '@vialdesk/contract/people/notices'
import type { SessionUser } from '@vialdesk/contract/people/sessions'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'

const initialValuesOf = (user: SessionUser) => ({
  name: user.username || user.company,
  email: user.email,
  phone_number: '',
  message: '',
})

function ContactForm({ user }: { user: SessionUser }) {
  const [sent, setSent] = useState<string>()
  const question = useFormCall('POST /api/v1/contact/', { keepsScreen: true })
  const form = useContractForm(ContactQuestion, {
    initialValues: initialValuesOf(user),
    send: async (body) => {
      setSent(undefined)
      const { message } = await question({ body })
      form.setValues(initialValuesOf(user))
      setSent(message)
    },
  })
  return (
    <Form {...form.formProps} label="Got a Question">
      <div role="status" style={{ display: sent ? undefined : 'contents' }}>
        {sent && (
          <Alert
            color="green"
            icon={<IconCircleCheck size={18} />}
            withCloseButton
            closeButtonLabel="Close"
            onClose={() => setSent(undefined)}
          >
            {sent} We will reply to your email.
          </Alert>
        )}
      </div>
      <TextInput label="Name" required autoComplete="name" {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" required autoComplete="email" {...form.getInputProps('email')} />
      <TextInput label="Phone number" type="tel" autoComplete="tel" {...form.getInputProps('phone_number')} />
      <Textarea label="Message" required minRows={6} maxRows={16} {...form.getInputProps('message')} />
      <Group mt="xs">
        <SubmitButton busy={form.busy}>Send</SubmitButton>
      </Group>
    </Form>
  )
}

/** The contact form of the business. */
export function ContactScreen() {
  const user = useSession()?.user
  const kind = useQuery(apiQuery('GET /auth/session/')).data?.kind
  return (
    <Screen title="Got a Question" narrow lead="Write to us. Please do not include health details. We reply by email.">
      <div style={{ maxWidth: '32rem' }}>
        {kind === 'impersonation' ? <Alert color="gray">{ASK_IN_OWN_ACCOUNT}</Alert> : user && <ContactForm user={user} />}
      </div>
    </Screen>
  )
}
