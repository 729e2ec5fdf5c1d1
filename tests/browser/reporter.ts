import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Closes a run with one plain line of counts. */
export default class Counts implements Reporter {
  private tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.tests.add(test);
  }

  onEnd(): void {
    const outcomes = [...this.tests].map((test) => test.outcome());
    const failed = outcomes.filter((outcome) => outcome === 'unexpected').length;
    const skipped = outcomes.filter((outcome) => outcome === 'skipped').length;
    const passed = outcomes.length - failed - skipped;
    console.log(`browser: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
