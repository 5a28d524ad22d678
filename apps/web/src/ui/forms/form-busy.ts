import { createContext, use } from 'react'

/** Whether the form around a field is being submitted. */
export const FormBusy = createContext(false)

export const useFormBusy = (): boolean => use(FormBusy)
