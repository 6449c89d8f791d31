// Hands what the product logs to the console of the test, which shows it only where the test fails.
process.stdout.write = ((text: string) => {
  console.log(String(text).trimEnd())
  return true
}) as typeof process.stdout.write
