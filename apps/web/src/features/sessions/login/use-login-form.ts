import type { Login as Whole } from '@vialdesk/contract/people/sessions'
import { type ChangeEvent, type FormEvent, useState } from 'react'

type Login = Pick<Whole, 'email' | 'password'>
type Field = keyof Login
const missing: Login = { email: 'Enter your email address.', password: 'Enter your password.' }

/**
 * Two required fields, checked without the contract's schemas that all other forms use: everyone loads this page first,
 * and the schemas would be larger than the rest of the page.
 */
export function useLoginForm(onLogin: (login: Login) => void) {
  const [values, setValues] = useState<Login>({ email: '', password: '' })
  const [errors, setErrors] = useState<Partial<Login>>({})
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const empty = (['email', 'password'] as const).filter((field) => values[field].trim() === '')
    setErrors(Object.fromEntries(empty.map((field) => [field, missing[field]])))
    const [first] = empty
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    else onLogin(values)
  }
  const field = (name: Field) => ({
    name,
    required: true,
    withAsterisk: false,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
      setErrors((now) => ({ ...now, [name]: undefined }))
    },
  })
  /** Fills in an account. The next step is the button. */
  const fill = (login: Login) => {
    setValues(login)
    setErrors({})
  }
  return { onSubmit, field, fill }
}
