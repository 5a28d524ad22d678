import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NewTeamMember } from '@vialdesk/contract/people/onboarding'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { useSignUp } from '#web/features/onboarding/sign-up/use-sign-up.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import { ResultModal } from '#web/ui/dialogs/result-modal.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'

const kinds = {
  sales_rep: {
    title: 'Add Sales Rep',
    view: 'View sales rep',
    lead: 'The new sales rep joins your team and gets an email with a link to set a password.',
    call: 'POST /api/v1/sales-rep/',
  },
  sales_manager: {
    title: 'Add Sales Manager',
    view: 'View sales manager',
    lead: 'The new sales manager joins your team and gets an email with a link to set a password.',
    call: 'POST /api/v1/sales-managers/',
  },
} as const

const blank = { first_name: '', last_name: '', email: '' }

/** A manager adds reps to its team, a distributor managers. */
export function AddToTeamScreen({ kind }: { kind: keyof typeof kinds }) {
  const { title, view, lead, call } = kinds[kind]
  const userPath = useRecordPath('/users/{id}')
  const add = useMutation(apiMutation(call, { handlesErrors: true }))
  const form = useSignUp(NewTeamMember, { initialValues: blank, send: (body) => add.mutateAsync({ body }) })
  return (
    <Screen title={title} lead={lead} narrow>
      <Form {...form.formProps} label={title}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
          {/* Nothing here is the visitor's own: the browser must not fill it in. */}
          <TextInput label="First name" withAsterisk autoComplete="off" {...form.getInputProps('first_name')} />
          <TextInput label="Last name" withAsterisk autoComplete="off" {...form.getInputProps('last_name')} />
          <EmailField autoComplete="off" {...form.getInputProps('email')} />
        </SimpleGrid>
        <Group mt="xs">
          <SubmitButton busy={form.busy}>{title}</SubmitButton>
        </Group>
      </Form>
      <ResultModal
        title={title}
        message={form.message}
        onClose={form.close}
        action={
          <>
            <Button variant="default" px="sm" component={Link} to="/dashboard">
              Dashboard
            </Button>
            {userPath && add.data && (
              <Button px="sm" component={Link} to={userPath(add.data.id)}>
                {view}
              </Button>
            )}
          </>
        }
      />
    </Screen>
  )
}
