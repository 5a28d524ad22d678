import { TextInput } from '@mantine/core'
import { MAX_TOKEN_DAYS, NewAccessToken } from '@vialdesk/contract/integrations'
import { DateInput } from '@vialdesk/contract/primitives'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { addDays, today } from '#web/lib/format/dates.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { CallSelect } from './call-select.tsx'

/** A person enters a day. The token expires at its end, in UTC. */
const TokenInput = NewAccessToken.extend({ expires_at: DateInput })
const endOf = (day: string) => `${day}T23:59:59Z`
/** Two days less than the server allows, because the last day ends later than now. */
const lastDay = () => addDays(today(), MAX_TOKEN_DAYS - 2)
const DEFAULT_DAYS = 90

interface Props {
  onClose: () => void
  /** Gets the new token, which the server answers once. */
  onToken: (token: string) => void
}

function useTokenForm({ onClose, onToken }: Props) {
  const add = useFormCall('POST /api/v1/access-tokens/')
  return useContractForm(TokenInput, {
    initialValues: { name: '', calls: [] as string[], expires_at: addDays(today(), DEFAULT_DAYS) },
    async send(body) {
      const { token } = await add({ body: { ...body, expires_at: endOf(body.expires_at) } })
      onClose()
      onToken(token)
    },
  })
}

/** Makes an access token. */
export function TokenForm(props: Props) {
  const form = useTokenForm(props)
  const { calls } = form.getValues()
  return (
    <Form {...form.formProps} label="Make token">
      <TextInput
        label="Name"
        description="The system that uses the token."
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <CallSelect value={calls} onChange={(next) => form.setFieldValue('calls', next)} error={form.errors.calls} />
      <DayInput label="Expires" required minDate={today()} maxDate={lastDay()} {...form.getInputProps('expires_at')} />
      <FormFooter form={form} onClose={props.onClose}>
        Make token
      </FormFooter>
    </Form>
  )
}
