/** Holds what every test and measurement shares: the key of their databases and the platform's root enterprise. */
export const testKey = 'the key of all test databases, 32 characters or more'
export const rootNo = '0600000001'
