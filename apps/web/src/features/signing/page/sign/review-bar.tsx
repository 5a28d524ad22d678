import { Alert, Button, Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { FINISH_STATEMENT } from '@vialdesk/contract/signing'
import { ApiError, fieldErrors } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { enteredValues, type FieldForm } from '../../fields/field-form.ts'
import screen from '../signing-screen.module.css'
import { useSigningChange } from '../use-signing.ts'
import classes from './sign.module.css'

/** What went wrong, with the sentences of refused fields. */
function textOf(error: Error): string {
  const details = error instanceof ApiError ? Object.values(fieldErrors(error)) : []
  return [errorMessage(error), ...details].join(' ')
}

interface Props {
  secret: string
  form: FieldForm
  onBack: () => void
}

/** The last look at the document, with the statement that makes it a signature. */
export function ReviewBar({ secret, form, onBack }: Props) {
  const finish = useSigningChange(secret, 'POST /api/v1/signing/finish/')
  const { signature, initials } = form.adopted
  const empty = form.steps.filter(({ fields }) => fields.every(({ id }) => !form.values[id])).length
  const submit = () => {
    if (!signature || finish.isPending) return
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const values = enteredValues(form.values)
    finish.mutate({ values, signature, time_zone, ...(initials && { initials }) })
  }
  return (
    <section className={screen.bar} data-edge="bottom" aria-label="Next step">
      {finish.error && (
        <Alert color="red" mb="xs" role="alert">
          {textOf(finish.error)}
        </Alert>
      )}
      <div className={classes.review}>
        <div>
          <Text size="sm" fw={600} role="status">
            Check the document, then finish.
            {empty > 0 && ` ${empty} optional ${empty === 1 ? 'field is' : 'fields are'} empty.`}
          </Text>
          <Text size="xs" c="dimmed" id="finish-statement">
            {FINISH_STATEMENT}
          </Text>
        </div>
        <div className={screen.actions}>
          <Button variant="default" onClick={onBack} disabled={finish.isPending}>
            Back
          </Button>
          <Button
            color="green"
            leftSection={<IconSignature size={16} />}
            loading={finish.isPending}
            disabled={!signature}
            onClick={submit}
            aria-describedby="finish-statement"
          >
            Finish
          </Button>
        </div>
      </div>
    </section>
  )
}
