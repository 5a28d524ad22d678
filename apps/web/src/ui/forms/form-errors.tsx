import { Anchor } from '@mantine/core'
import { Fragment, type ReactNode, type RefObject, useState } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import { focusField, type MarkedField, markedFields } from './marked-fields.ts'

interface Props {
  form: RefObject<HTMLFormElement | null>
  failure: string | undefined
  /** The present errors. */
  errors: Record<string, ReactNode>
  /** The errors of the last attempt. */
  refused: Record<string, ReactNode>
  /** Counts the attempts. */
  attempt: number
}

function FieldLink({ field: { label, element } }: { field: MarkedField }) {
  return (
    <Anchor
      href={`#${element.id}`}
      inherit
      c="inherit"
      underline="always"
      onClick={(event) => {
        event.preventDefault()
        focusField(element)
      }}
    >
      {label}
    </Anchor>
  )
}

/** The text before the links to the fields that still have an error. */
function leadOf(count: number, failure: string | undefined): string {
  if (count === 0) return 'All marked fields have been changed. Submit again.'
  if (failure) return 'Marked:'
  return count === 1 ? 'Please check this field:' : `Please check these ${count} fields:`
}

/**
 * The failure of a form and a link to each field that was refused. The list stays until the next attempt: a shorter one would move
 * the field in which the user corrects an error.
 */
export function FormErrors({ form, failure, errors, refused, attempt }: Props) {
  const [{ fields, others }] = useState(() => markedFields(form.current, refused))
  const open = fields.filter(({ path }) => path in errors)
  const links = fields.length > 0 && (
    <>
      {leadOf(open.length, failure)}{' '}
      {open.map((field, place) => (
        <Fragment key={field.path}>
          {place > 0 && ', '}
          <FieldLink field={field} />
        </Fragment>
      ))}
    </>
  )
  return <ErrorSummary attempt={attempt} message={failure ?? links} details={failure && links ? [...others, links] : others} />
}
