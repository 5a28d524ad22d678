import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError, fieldErrors } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { afterClick } from './after-click.ts'
import { addressErrorsOf } from './countries.ts'
import { useServerFieldErrors } from './use-server-field-errors.ts'

type Values = Record<string, unknown>

/** The errors of the fields at the last attempt to submit. */
export interface Refusal {
  attempt: number
  errors: Record<string, ReactNode>
}

interface Options<Schema extends z.ZodType<Values>, Start extends Values> {
  initialValues: Start
  /** Makes the call. Its errors appear at the fields and above the form. */
  send: (input: z.output<Schema>) => Promise<unknown>
  /** Asks before a changed form is left. Off only for forms that are trivial to fill in again. */
  guard?: boolean
}

/** The values and errors of a form: by the schema, by the rules of addresses, and by the server. */
function useValidatedForm<Schema extends z.ZodType<Values>, Start extends Values>(schema: Schema, initialValues: Start) {
  const serverErrors = useServerFieldErrors()
  const resolve: (values: Start) => FormErrors = schemaResolver(schema, { sync: true })
  const form = useForm<Start>({
    initialValues,
    // A field is checked when the user leaves it.
    enhanceGetInputProps: ({ field, options: { withFocus }, form }) => ({
      ...(withFocus && { onBlur: () => afterClick(() => form.validateField(field)) }),
    }),
    clearInputErrorOnChange: true,
    validate: (values) => {
      const refused = resolve(values)
      return { ...addressErrorsOf(values, refused), ...refused, ...serverErrors.current(values) }
    },
  })
  /** Sets some fields. The marks of the others stay: the form's own function would clear all of them. */
  const setValues = (values: Partial<Start>) => {
    for (const [field, value] of Object.entries(values)) form.setFieldValue(field, value as never)
  }
  /** Fills in derived values. They are no changes of the user, so closing the form does not ask because of them. */
  const preset = (values: Partial<Start>) => {
    const isUntouched = !form.isDirty()
    setValues(values)
    if (isUntouched) form.resetDirty({ ...form.getValues(), ...values })
  }
  return { form, serverErrors, setValues, preset }
}

/**
 * A form that validates with the same schema as the server. Pass `formProps` to `Form`, which shows the error summary,
 * submits on ⌘↵ and asks before changes are lost.
 */
export function useContractForm<Schema extends z.ZodType<Values>, Start extends Values>(
  schema: Schema,
  options: Options<Schema, Start>,
) {
  const { form, serverErrors, setValues, preset } = useValidatedForm(schema, options.initialValues)
  const { errors, isDirty, resetDirty } = form
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [refusal, setRefusal] = useState<Refusal>({ attempt: 0, errors: {} })
  const done = useRef(false)
  /** Set at once: a second submit may come before the next render. */
  const isSending = useRef(false)

  const asks = () => options.guard !== false && !done.current && isDirty()
  const leaving = useBlocker({ shouldBlockFn: asks, enableBeforeUnload: asks, withResolver: true })

  const refuse = (errors: Record<string, ReactNode>) => setRefusal(({ attempt }) => ({ attempt: attempt + 1, errors }))

  const setErrors = (errors: Record<string, ReactNode>) => {
    serverErrors.remember(form.getValues(), errors)
    form.setErrors(errors)
  }

  const submit = async (values: Start) => {
    isSending.current = true
    setBusy(true)
    setFailure(undefined)
    refuse({})
    try {
      done.current = true
      await options.send(schema.parse(values))
      form.resetDirty()
    } catch (error) {
      // Errors of fields that are not in the form appear in the summary.
      const errors = error instanceof ApiError ? fieldErrors(error) : {}
      if (error instanceof ApiError) setErrors(errors)
      refuse(errors)
      setFailure(errorMessage(error))
    } finally {
      done.current = false
      isSending.current = false
      setBusy(false)
    }
  }

  const onSubmit = (event?: FormEvent<HTMLFormElement>) => {
    if (isSending.current) return event?.preventDefault()
    // The server may answer differently this time.
    serverErrors.clear()
    const refuseInvalid = (errors: Record<string, ReactNode>) => {
      setFailure(undefined)
      refuse(errors)
    }
    form.onSubmit(submit, refuseInvalid)(event)
  }
  return {
    ...form,
    setErrors,
    setValues,
    preset,
    refuse,
    /** Checks all fields, and lists those with errors above the form. */
    isValid: () => {
      const { hasErrors, errors } = form.validate()
      refuse(errors)
      return !hasErrors
    },
    busy,
    failure,
    formProps: { onSubmit, busy, failure, refusal, leaving, errors, isDirty, resetDirty },
  }
}
