/**
 * Describes what the third lock lets through, each as a comma separated list (undefined: everything); `branches` are only seen.
 */
export type Scope = { orgs?: string | undefined; units?: string | undefined; branches?: string | undefined }
