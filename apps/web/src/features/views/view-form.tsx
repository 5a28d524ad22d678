import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'

export interface ViewValues {
  name: string
  shared: boolean
}

interface Props {
  label: string
  /** The name and sharing of an existing view. */
  initial?: ViewValues
  mayShare: boolean
  busy: boolean
  error: Error | null
  /** Of a form that appears in the open menu. Its button would else take the focus away with it. */
  takesFocus?: boolean
  onSave: (values: ViewValues) => void
  onCancel?: () => void
}

/** The name of a view, and for admins whether others see it. */
export function ViewForm({ label, initial, mayShare, busy, error, takesFocus, onSave, onCancel }: Props) {
  const [name, setName] = useState(initial?.name ?? '')
  const [shared, setShared] = useState(initial?.shared ?? false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus || error) field.current?.focus()
  }, [takesFocus, error])
  const isBlank = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank) onSave({ name: name.trim(), shared })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          ref={field}
          label={label}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error ? readErrorMessage(error) : undefined}
        />
        {mayShare && (
          <Checkbox label="Share with all admins" checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
        )}
        <Group gap="xs" justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={isBlank}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
