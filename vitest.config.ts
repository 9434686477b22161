import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "scripts/**/*.test.mjs"],
    globalSetup: ["scripts/build.mjs"],
    reporters: ["default", "./scripts/closing-line.mjs"],
    pool: "threads",
    testTimeout: 20_000,
  },
});
