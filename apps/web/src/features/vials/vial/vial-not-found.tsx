import { Button, Group, TextInput } from '@mantine/core'
import { IconZoomExclamation } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { parseVialCode } from '@vialdesk/contract/vial-codes'
import { type FormEvent, useState } from 'react'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import classes from './vial-details.module.css'

/** Searches another code; rejects malformed codes without a request. */
function CodeForm() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const findVial = (event: FormEvent) => {
    event.preventDefault()
    const code = parseVialCode(text)
    setWrong(code === undefined)
    if (code) void navigate({ to: '/vials/$code', params: { code } })
  }
  return (
    <form onSubmit={findVial} noValidate aria-label="Find a vial">
      <Group gap="xs" align="flex-start" justify="center" wrap="nowrap">
        <TextInput
          aria-label="Vial code"
          placeholder="XXXX-XXXX-XXXX"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWrong(false)
          }}
          error={wrong && 'A vial code has 12 letters and digits.'}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={200}
        />
        <Button type="submit">Find</Button>
      </Group>
    </form>
  )
}

/** Maximum letters in one line of the narrowest screen. */
const MAX_LINE_LENGTH = 20

/** A missing vial and a vial without access look the same. */
export function VialNotFound({ text }: { text: string }) {
  return (
    <Screen title="Vial">
      <EmptyState
        icon={IconZoomExclamation}
        title="No vial found"
        hint={
          <>
            No vial has the code{' '}
            <bdi className={classes.asked} data-short={text.length <= MAX_LINE_LENGTH || undefined}>
              {text}
            </bdi>
            , or you do not have access to it. Check the label and enter the code again.
          </>
        }
        action={<CodeForm />}
      />
    </Screen>
  )
}
