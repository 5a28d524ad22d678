import {
  Group,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import {
  type PageSize,
  type PrefillSource,
  prefillSources,
  type SignerRole,
  type SigningField,
  signerRoleNames,
} from '@vialdesk/contract/documents/signing-fields'
import { type Dispatch, useEffect, useId, useState } from 'react'
import type { EditorAction, FieldChange } from '../state/editor-reducer.ts'
import { problemsOf } from '../state/field-text.ts'

interface RoleProps {
  label: string
  roles: readonly SignerRole[]
  /** Null while the selected fields have different signers. */
  value: SignerRole | null
  onChange: (role: SignerRole) => void
}

/** Nothing, if there is one signer only. */
export function RoleChoice({ label, roles, value, onChange }: RoleProps) {
  const id = useId()
  if (roles.length < 2) return null
  const choices = roles.map((role) => ({ value: role, label: signerRoleNames[role] }))
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id={id}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={choices}
        value={value ?? ''}
        onChange={(role) => onChange(role as SignerRole)}
      />
    </div>
  )
}

interface NumberBoxProps {
  label: string
  value: number
  decimals: number
  suffix: string
  onCommit: (value: number) => void
}

/** Commits on Enter and when the input is left, because a half-typed number would move the field to odd places. */
function NumberBox({ label, value, decimals, suffix, onCommit }: NumberBoxProps) {
  const shown = Number(value.toFixed(decimals))
  const [draft, setDraft] = useState<number | string>(shown)
  useEffect(() => setDraft(shown), [shown])
  const commit = () => {
    if (draft === '' || !Number.isFinite(Number(draft))) setDraft(shown)
    else if (Number(draft) !== shown) onCommit(Number(draft))
  }
  return (
    <NumberInput
      label={label}
      value={draft}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      decimalScale={decimals}
      suffix={suffix}
      allowNegative={false}
      hideControls
      inputMode="decimal"
    />
  )
}

interface PositionProps {
  field: SigningField
  pages: readonly PageSize[]
  dispatch: Dispatch<EditorAction>
}

const sides = [
  { name: 'x', label: 'From the left', along: 'width' },
  { name: 'y', label: 'From the top', along: 'height' },
  { name: 'width', label: 'Width', along: 'width' },
  { name: 'height', label: 'Height', along: 'height' },
] as const

/** Exact position and size, as percent of the page or in points. */
export function PositionSection({ field, pages, dispatch }: PositionProps) {
  const [unit, setUnit] = useState('percent')
  const page = pages[field.page - 1]
  if (!page) return null
  const isPercent = unit === 'percent'
  const factor = (along: 'width' | 'height') => (isPercent ? 100 : page[along])
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          Position and size
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Unit"
          data={[
            { value: 'percent', label: '%' },
            { value: 'points', label: 'Points' },
          ]}
          value={unit}
          onChange={setUnit}
        />
      </Group>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
        {sides.map(({ name, label, along }) => (
          <NumberBox
            key={`${name} ${unit}`}
            label={label}
            value={field[name] * factor(along)}
            decimals={isPercent ? 2 : 1}
            suffix={isPercent ? ' %' : ' pt'}
            onCommit={(value) => dispatch({ type: 'place', id: field.id, box: { [name]: value / factor(along) } })}
          />
        ))}
      </SimpleGrid>
      {pages.length > 1 && (
        <NativeSelect
          label="Page"
          data={pages.map((_, index) => String(index + 1))}
          value={String(field.page)}
          onChange={({ currentTarget }) => dispatch({ type: 'place', id: field.id, box: {}, page: Number(currentTarget.value) })}
        />
      )}
    </Stack>
  )
}

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

interface AttributeProps extends Props, Pick<TextInputProps, 'label' | 'description' | 'error' | 'withAsterisk'> {
  name: 'label' | 'group' | 'value'
}

export const AttributeInput = ({ field, name, onChange, ...rest }: AttributeProps) => (
  <TextInput
    {...rest}
    value={field[name] ?? ''}
    maxLength={name === 'group' ? 40 : 80}
    onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
  />
)

function RadioInputs(props: Props) {
  const { field } = props
  const errorOf = (value: string | undefined) => !value?.trim() && problemsOf(field).group
  return (
    <>
      <AttributeInput
        {...props}
        name="group"
        label="Group"
        description="The signer chooses one button of a group."
        error={errorOf(field.group)}
        withAsterisk
      />
      <AttributeInput {...props} name="value" label="Value" error={errorOf(field.value)} withAsterisk />
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
