// The last report, kept so that `heddle explain ID` needs no --report: docs/formats/report.md.
//
// It lies in the folder of the cache (workspace/cache.h). Files are written under another name and
// then moved to their own, so that several runs at once leave a whole one. Whatever goes wrong here
// is no error: the report is printed all the same.
#pragma once

#include <string>
#include <vector>

#include "report/report.h"
#include "workspace/jdk.h"

namespace heddle::cli {

// Where it is, whether or not there is one; empty: nowhere.
std::string last_report_file(const workspace::Environment& environment);

// The folders are those with its sources. False: it could not be kept. `json`: gets its text, if it
// was made.
bool keep_last_report(const report::Report& report, const std::vector<std::string>& source_folders,
                      const workspace::Environment& environment, std::string* json = nullptr);

// The folders that were kept with it.
std::vector<std::string> last_source_folders(const workspace::Environment& environment);

}  // namespace heddle::cli
