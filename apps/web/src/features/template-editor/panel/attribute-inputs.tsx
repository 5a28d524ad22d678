import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type PrefillSource, prefillSources, type SigningField } from '@vialdesk/contract/signing-fields'
import { useState } from 'react'
import type { FieldChange } from '../state/editor-reducer.ts'
import { problemsOf } from '../state/field-text.ts'

interface Props {
  field: SigningField
  onChange: (change: FieldChange) => void
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The text stays as typed, with blank lines; the field gets its lines. */
function OptionsInput({ field, onChange }: Props) {
  const [text, setText] = useState((field.options ?? []).join('\n'))
  return (
    <Textarea
      label="Options"
      description="One on each line."
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        onChange({ options: linesOf(currentTarget.value) })
      }}
      error={problemsOf(field).options}
      minRows={3}
      maxRows={8}
      withAsterisk
    />
  )
}

function RadioInputs({ field, onChange }: Props) {
  const problem = problemsOf(field).group
  return (
    <>
      <TextInput
        label="Group"
        description="The signer chooses one button of a group."
        value={field.group ?? ''}
        onChange={({ currentTarget }) => onChange({ group: currentTarget.value })}
        maxLength={40}
        error={!field.group?.trim() && problem}
        withAsterisk
      />
      <TextInput
        label="Value"
        value={field.value ?? ''}
        onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        maxLength={80}
        error={!field.value?.trim() && problem}
        withAsterisk
      />
    </>
  )
}

const sources = Object.entries(prefillSources).map(([value, label]) => ({ value, label }))

/** The inputs that only some types have. */
export function AttributeInputs({ field, onChange }: Props) {
  if (field.type === 'dropdown') return <OptionsInput key={field.id} field={field} onChange={onChange} />
  if (field.type === 'radio') return <RadioInputs field={field} onChange={onChange} />
  if (field.type !== 'prefill') return null
  return (
    <NativeSelect
      label="Text"
      description="Filled in when the document is made."
      data={sources}
      value={field.source ?? 'patient.name'}
      onChange={({ currentTarget }) => onChange({ source: currentTarget.value as PrefillSource })}
      error={problemsOf(field).source}
    />
  )
}
